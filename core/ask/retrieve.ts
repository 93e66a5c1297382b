import type { Scope } from '#core/domain/scope.ts';
import { resolveScope } from './01-scope.ts';
import type { Rewritten } from './02-rewrite.ts';
import { recall } from './03-recall.ts';
import type { Recall } from './03-recall.ts';
import { fuse } from './04-fuse.ts';
import type { Fused } from './04-fuse.ts';
import { gate } from './05-gate.ts';
import type { Gated } from './05-gate.ts';
import { diversifyDocuments, diversifySections } from './06-diversify.ts';
import { rerank } from './07-rerank.ts';
import type { Reranked } from './07-rerank.ts';
import type { AskDependencies, Question } from './question.ts';

export type Search = {
  readonly dependencies: AskDependencies;
  readonly question: Question;
  readonly rewritten: Rewritten;
  /** ISO 639-1 code of the question as it was asked. */
  readonly language: string;
  readonly signal: AbortSignal;
  /** Adds the time that the work takes to the step's. */
  readonly timed: <T>(step: string, work: () => Promise<T>) => Promise<T>;
};

export type Retrieved = {
  readonly recalled: Recall;
  readonly fused: readonly Fused[];
  readonly gated: Gated;
  /** Best first: what evidence is chosen from. */
  readonly reranked: Reranked;
};

/** Steps 03–07. When a document moved on in mid-question, those are recalled once more. */
export const retrieve = async (search: Search, scope: Scope, again = true): Promise<Retrieved> => {
  const { dependencies, question, rewritten, language, signal, timed } = search;
  const { workspaceId } = question;
  const recalled = await timed('recall', () =>
    recall(
      dependencies,
      {
        workspaceId,
        versions: scope.documents,
        query: rewritten.query,
        keywords: rewritten.keywords,
        language,
      },
      signal,
    ),
  );
  const fused = fuse(recalled.legs);
  const gated = await timed('gate', () => gate(dependencies, workspaceId, scope, fused));
  if (gated.moved && again) {
    const { scope: now } = await resolveScope(dependencies, question);
    return retrieve(search, now, false);
  }
  const one = scope.documents.length === 1;
  const spread = one ? gated.candidates : diversifyDocuments(gated.candidates);
  const reranked = await timed('rerank', () =>
    rerank(dependencies.reranker, rewritten.query, spread, signal),
  );
  const candidates = one ? diversifySections(reranked.candidates) : reranked.candidates;
  return { recalled, fused, gated, reranked: { ...reranked, candidates } };
};
