import { describe, expect, it } from 'vitest';
import { cleanAnswer, isBlank } from './clean-answer.ts';
import { parseAnswer } from './footnotes.ts';
import { toMarkdown } from './to-markdown.ts';

const clean = (text: string): string => toMarkdown(cleanAnswer(parseAnswer(text).tree)).trimEnd();

describe('a clean answer', () => {
  it.each([
    ['See [the manual](https://evil.example/?q=secret) [^1].', 'See the manual [^1].'],
    ['See [the manual][1].\n\n[1]: https://evil.example/x', 'See the manual.'],
    ['See https://evil.example/a_b?q=1.', 'See `https://evil.example/a_b?q=1`.'],
    ['See <https://evil.example>.', 'See `https://evil.example`.'],
    ['见 https://evil.example/x。好', '见 `https://evil.example/x`。好'],
    [
      'Go to www.evil.example or evil.example/path now',
      'Go to `www.evil.example` or `evil.example/path` now',
    ],
    ['Go to evil.example/path.', 'Go to `evil.example/path`.'],
    ['Write to x@evil.example.', 'Write to `x@evil.example`.'],
    ['[https://good.example](https://evil.example)', '`https://good.example`'],
    ['Before ![alt](https://evil.example/p.png) after', 'Before  after'],
    ['![only](https://evil.example/p.png)', ''],
    ['a <img src="https://evil.example/p.png"> b', 'a  b'],
    ['<script>fetch("https://evil.example")</script>\n\nText', 'Text'],
    ['<!-- hidden --> Text', ''],
  ])('holds no way out: %j', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it('keeps citations, code, tables and words in angle brackets', () => {
    expect(clean('`https://a.example` and List<T> and <name> [^1]')).toBe(
      '`https://a.example` and List`<T>` and `<name>` [^1]',
    );
    expect(clean('| a |\n| - |\n| x [^1] |')).toBe('| a |\n| - |\n| x [^1] |');
  });

  it('keeps paths, versions and abbreviations as words', () => {
    expect(clean('Edit core/text/scan.ts of v1.2.3, e.g. now')).toBe(
      'Edit core/text/scan.ts of v1.2.3, e.g. now',
    );
  });

  it('reads a break of HTML as one', () => {
    expect(clean('one<br>two')).toBe('one\\\ntwo');
  });

  it('is blank where nothing but removed things was said', () => {
    expect(isBlank(cleanAnswer(parseAnswer('![x](https://e.example/x.png) [^1]').tree))).toBe(true);
    expect(isBlank(cleanAnswer(parseAnswer('`x` [^1]').tree))).toBe(false);
  });
});
