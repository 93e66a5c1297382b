import type { OutcomeReason } from '#core/domain/answer.ts';
import type { Scope } from '#core/domain/scope.ts';
import type { AskDependencies, Question } from './question.ts';

export type ScopeStep =
  | { readonly kind: 'scope'; readonly scope: Scope }
  | { readonly kind: 'empty'; readonly scope: Scope; readonly reason: OutcomeReason };

/**
 * Who asks, where → (document, active generation) of what is readable. An empty intersection yields
 * nothing and never widens; missing and forbidden documents get the same words.
 */
export const resolveScope = async (
  { scopes }: Pick<AskDependencies, 'scopes'>,
  question: Question,
): Promise<ScopeStep> => {
  const { workspaceId, readable, request } = question;
  const scope = await scopes.resolve(workspaceId, readable, request);
  if (scope.documents.length > 0) return { kind: 'scope', scope };
  const unnamed = request.kind === 'library' || request.kind === 'message';
  const reason = unnamed ? 'nothing_indexed' : 'scope_empty';
  return { kind: 'empty', scope, reason };
};
