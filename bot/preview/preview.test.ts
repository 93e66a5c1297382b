import { describe, expect, it } from 'vitest';
import type { Citation } from '#core/domain/answer.ts';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import type { Box } from '#core/domain/parsed.ts';
import type { ResolvedCitation } from '#core/ports/citations.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import { createMemoryObjectStore } from '#core/testing/memory/object-store.ts';
import { createPreview } from './preview.ts';

const hash = 'a'.repeat(64);
const png = new Uint8Array([137, 80, 78, 71]);
const passage: Box = { page: 3, left: 50, top: 100, right: 150, bottom: 200 };
const words: Box = { page: 3, left: 60, top: 110, right: 100, bottom: 120 };

const citation: Citation = {
  id: 'known',
  label: '1-1',
  documentId: 'document',
  documentName: 'Secret <b>plan</b>\u202Efdp.exe',
  fileName: 'Geheim "Plan"\r\nX: 1 ü.pdf',
  sourceHash: hash,
  segmentId: 'segment',
  generation: 1,
  page: 3,
  boxes: [passage],
  headingPath: ['Top <i>'],
  quote: '<script>alert(1)</script> the words',
  reason: '',
  unconfirmed: [],
};

const key = (what: string) => ({ workspaceId: 'playground', contentHash: hash, what });

type Given = {
  readonly citation?: Partial<Citation>;
  readonly superseded?: boolean;
  readonly render?: PageRenderer['render'];
  readonly source?: boolean;
  readonly workspaceId?: string;
};

const stage = async (given: Given = {}) => {
  const objects = createMemoryObjectStore();
  const workspaceId = given.workspaceId ?? 'playground';
  if (given.source !== false) {
    await objects.put({ ...key('source'), workspaceId }, new Uint8Array([1, 2, 3]));
  }
  const drawn: { page: number; words: string | null; boxes: readonly Box[] }[] = [];
  let resolved: ResolvedCitation = {
    kind: 'open',
    workspaceId,
    library: {
      id: 'library',
      workspaceId: 'playground',
      platform: 'playground',
      channelId: 'general',
      name: 'general',
    },
    citation: { ...citation, ...given.citation },
    pageCount: 12,
    mediaType: 'application/pdf',
    superseded: given.superseded ?? false,
  };
  const render: PageRenderer['render'] =
    given.render ??
    (async (_source, page, options) => {
      drawn.push({ page, words: options.words, boxes: options.boxes });
      return {
        image: png,
        widthPx: 400,
        heightPx: 800,
        width: 200,
        height: 400,
        rotation: 0,
        found: page === 3 ? [words] : null,
      };
    });
  const app = createPreview({
    citations: {
      resolve: async (id) => (id === 'known' ? resolved : { kind: 'gone' }),
    },
    objects,
    renderer: { render },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    workspaceId: 'playground',
  });
  return {
    app,
    drawn,
    objects,
    forget: () => {
      resolved = { kind: 'gone' };
    },
  };
};

const rectangles = (html: string) =>
  [...html.matchAll(/<rect[^>]*?x="([\d.]+)"\s+y="([\d.]+)"/gu)].map(([, x, y]) => [x, y]);

describe('a citation page', () => {
  it('marks exactly the words where they were located', async () => {
    const { app, drawn } = await stage();
    const page = await (await app.request('/known')).text();
    expect(rectangles(page)).toEqual([['30', '27.5']]);
    expect(drawn).toEqual([{ page: 3, words: citation.quote, boxes: [passage] }]);
    expect(page).toContain('Page 3 of 12');
  });

  it('marks the passage where the words were not located, and says so', async () => {
    const { app } = await stage({
      render: async () => ({
        image: png,
        widthPx: 400,
        heightPx: 800,
        width: 200,
        height: 400,
        rotation: 0,
        found: null,
      }),
    });
    const page = await (await app.request('/known')).text();
    expect(rectangles(page)).toEqual([['25', '25']]);
    expect(page).toContain('The passage that holds the quoted words is marked');
  });

  it('marks nothing on another page, and leads there and back', async () => {
    const { app } = await stage();
    expect(await (await app.request('/known')).text()).toContain('› Top');
    const page = await (await app.request('/known?page=4')).text();
    expect(rectangles(page)).toEqual([]);
    expect(page).not.toContain('› Top');
    expect(page).toContain('href="/c/known#passage"');
    expect(page).toContain('href="/c/known?page=5"');
    for (const wrong of ['0', '13', '-1', '1.5', 'x', '1e1']) {
      expect((await app.request(`/known?page=${wrong}`)).status).toBe(404);
    }
  });

  it('does not name the title again among the headings', async () => {
    const { app } = await stage({ citation: { documentName: 'Plan', headingPath: ['Plan', 'A'] } });
    const page = await (await app.request('/known')).text();
    expect(page).toContain('<p class="where">Page 3 of 12 › A</p>');
  });

  it('reads a row of a table without its bars', async () => {
    const { app } = await stage({ citation: { quote: '| F-27 |  | a \\| b |\nor | so' } });
    const page = await (await app.request('/known')).text();
    expect(page).toContain('>F-27 · a \\| b\nor | so</blockquote>');
  });

  it('draws a page once for its text and its picture', async () => {
    const { app, drawn } = await stage();
    await app.request('/known');
    const picture = await app.request('/known/page/3.png');
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png);
    await app.request('/known');
    expect(drawn).toHaveLength(1);
  });

  it('shows names and words as text, whatever they hold', async () => {
    const { app } = await stage();
    const page = await (await app.request('/known')).text();
    expect(page).not.toMatch(/<script|<b>|<i>|\u202E/u);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; the words');
  });

  it('hands the original out as a download only, under its own name', async () => {
    const { app } = await stage();
    const original = await app.request('/known/original');
    expect(original.headers.get('content-type')).toBe('application/octet-stream');
    const disposition = original.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''/u);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(citation.fileName);
  });

  it('says that a newer version exists', async () => {
    const { app } = await stage({ superseded: true });
    expect(await (await app.request('/known')).text()).toContain('A newer version');
  });

  it('keeps the words readable when the picture is not to be had', async () => {
    for (const [error, status] of [
      [new Retryable('AWAY', ''), 503],
      [new Terminal('CORRUPT_FILE', ''), 200],
    ] as const) {
      const { app } = await stage({
        render: async () => {
          throw error;
        },
      });
      const response = await app.request('/known');
      expect(response.status).toBe(status);
      expect(await response.text()).toContain('the words');
    }
  });

  it('speaks Chinese to a browser that does', async () => {
    const { app } = await stage();
    const response = await app.request('/known', { headers: { 'accept-language': 'zh-CN,en' } });
    expect(await response.text()).toContain('第 3 页，共 12 页');
  });
});

describe('a text without pages', () => {
  it('shows the passage marked in place, as text', async () => {
    const { app, objects } = await stage({ citation: { page: null, boxes: [] } });
    const block = { kind: 'paragraph', text: 'Say <script>alert(1)</script> the words.' };
    const parsed = {
      title: null,
      pageCount: 0,
      firstPage: 0,
      lastPage: 0,
      pages: [],
      blocks: [{ ...block, page: null, boxes: [] }],
      warnings: [],
    };
    await objects.put(key('parse/0001'), new TextEncoder().encode(JSON.stringify(parsed)));
    const page = await (await app.request('/known')).text();
    expect(page).toContain(
      'Say &lt;<mark id="passage">script&gt;alert(1)&lt;/script&gt; the words</mark>.',
    );
    expect(page).not.toContain('<script');
  });
});

describe('a link that leads nowhere', () => {
  it('looks the same for the forgotten, the unknown, the unreadable and another workspace', async () => {
    const forgotten = await stage();
    await forgotten.app.request('/known');
    forgotten.forget();
    const answers = [
      await forgotten.app.request('/known'),
      await forgotten.app.request('/unknown'),
      await (await stage({ source: false })).app.request('/known'),
      await (await stage({ workspaceId: 'other' })).app.request('/known'),
      await (await stage({ citation: { page: null } })).app.request('/known'),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('This link does not lead to a passage');
    expect(texts[0]).not.toMatch(/Secret|words|general/u);
  });

  it('gives away neither a kept picture nor the file', async () => {
    const { app, forget } = await stage();
    await app.request('/known');
    forget();
    for (const path of ['/known/page/3.png', '/known/original']) {
      const response = await app.request(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  });
});
