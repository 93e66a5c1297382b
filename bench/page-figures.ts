import { resolveScope } from '#core/ask/01-scope.ts';
import { choosePassages } from '#core/ask/08-evidence.ts';
import { retrieve } from '#core/ask/retrieve.ts';
import { detectLanguage } from '#core/text/analysis/detect-language.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { BenchLibrary } from './library.ts';
import { mean } from './metrics.ts';

export type PageQuestion = {
  readonly question: string;
  /** The file's id in the library. */
  readonly document: string;
  /** 1-based pages, any of which holds the answer. */
  readonly pages: readonly number[];
};

export type PageFigures = { readonly 'hit@1': number; readonly 'hit@5': number };

const never = new AbortController().signal;

/** Share of the questions whose page is among the first 1 and 5 passages that a model would see. */
export const pageFigures = async (
  library: BenchLibrary,
  questions: readonly PageQuestion[],
): Promise<{ readonly document: PageFigures; readonly all: PageFigures }> => {
  const documentOf = new Map(
    [...library.fileIds].flatMap(([documentId, fileIds]) =>
      fileIds.map((fileId) => [fileId, documentId] as const),
    ),
  );
  const ranks = { document: [] as number[], all: [] as number[] };
  for (const asked of questions) {
    const documentId = documentOf.get(asked.document) ?? '';
    const one = { kind: 'documents', documentIds: [documentId] } as const;
    ranks.document.push(await rankOf(library, asked, documentId, one));
    ranks.all.push(await rankOf(library, asked, documentId, { kind: 'library' }));
  }
  return { document: figuresOf(ranks.document), all: figuresOf(ranks.all) };
};

const figuresOf = (ranks: readonly number[]): PageFigures => ({
  'hit@1': mean(ranks.map((rank) => (rank <= 1 ? 1 : 0))),
  'hit@5': mean(ranks.map((rank) => (rank <= 5 ? 1 : 0))),
});

/** Place of the first passage of the right document on a right page, from 1; Infinity where there is none. */
const rankOf = async (
  library: BenchLibrary,
  { question: text, pages }: PageQuestion,
  documentId: string,
  request: ScopeRequest,
): Promise<number> => {
  const question = library.question(text, [], request);
  const { scope } = await resolveScope(library.ask, question);
  const { reranked } = await retrieve(
    {
      dependencies: library.ask,
      question,
      rewritten: {
        query: text,
        keywords: [],
        how: 'none',
        modelCalls: 0,
        tokens: { input: 0, output: 0 },
      },
      language: detectLanguage(text),
      signal: never,
      timed: (_step, work) => work(),
    },
    scope,
  );
  const shown = choosePassages(reranked.candidates);
  const at = shown.findIndex(
    ({ segment }) =>
      segment.documentId === documentId && segment.pages.some((page) => pages.includes(page)),
  );
  return at < 0 ? Infinity : at + 1;
};
