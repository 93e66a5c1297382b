import type { AnswerMode } from '#core/domain/answer.ts';
import type { LibraryId, WorkspaceId } from '#core/domain/ids.ts';
import type { PastTurn } from '#core/domain/run.ts';
import type { ScopeRequest } from '#core/domain/scope.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Embedder } from '#core/ports/embedder.ts';
import type { Ids } from '#core/ports/ids.ts';
import type { KeywordIndex } from '#core/ports/keyword-index.ts';
import type { Model } from '#core/ports/model.ts';
import type { Reranker } from '#core/ports/reranker.ts';
import type { Scopes } from '#core/ports/scopes.ts';
import type { Segments } from '#core/ports/segments.ts';
import type { VectorIndex } from '#core/ports/vector-index.ts';

/** What is asked, by somebody who may read the given libraries. */
export type Question = {
  readonly workspaceId: WorkspaceId;
  readonly readable: readonly LibraryId[];
  readonly request: ScopeRequest;
  readonly text: string;
  /** Earlier turns, oldest first. */
  readonly history: readonly PastTurn[];
  readonly mode: AnswerMode;
};

/** What the steps reach the world through. */
export type AskDependencies = {
  readonly scopes: Scopes;
  readonly segments: Pick<Segments, 'confirm' | 'neighbours'>;
  readonly keywords: Pick<KeywordIndex, 'search' | 'frequencies'>;
  readonly vectors: Pick<VectorIndex, 'search'>;
  readonly embedder: Pick<Embedder, 'profile' | 'countTokens' | 'embedTexts'>;
  readonly model: Model | null;
  readonly reranker: Reranker | null;
  readonly clock: Clock;
  readonly ids: Ids;
};
