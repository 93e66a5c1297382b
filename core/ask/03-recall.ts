import { analyzeQuery } from '#core/text/analysis/analyze.ts';
import { detectLanguage } from '#core/text/analysis/detect-language.ts';
import { Cancelled } from '#core/domain/errors.ts';
import type { DocumentVersion } from '#core/domain/document.ts';
import type { EmbeddingProfile } from '#core/domain/embedding.ts';
import type { LegHit, LegName, LegTrace } from '#core/domain/trace.ts';
import type { WorkspaceId } from '#core/domain/ids.ts';
import type { AskDependencies } from './question.ts';

/** Most candidates of a leg, and how many of the vector leg. Source: ask.md 03. */
const maximumCandidates = 200;
const vectorCandidates = 80;
/** Own timeout of each leg; a slow one is named and left behind. ◦ */
const legTimeoutMs = 10_000;

export type Recall = {
  readonly legs: readonly LegTrace[];
  /** Names of legs that failed. */
  readonly degraded: readonly string[];
};

export type RecallQuery = {
  readonly workspaceId: WorkspaceId;
  readonly versions: readonly DocumentVersion[];
  readonly query: string;
  readonly keywords: readonly string[];
  /** Language of the original question: a profile that does not cover it stays out. */
  readonly language: string;
};

/** Every leg at the same time, each within the scope and its own timeout. */
export const recall = async (
  dependencies: Pick<AskDependencies, 'keywords' | 'vectors' | 'embedder' | 'clock'>,
  query: RecallQuery,
  signal: AbortSignal,
): Promise<Recall> => {
  const legs = await Promise.all([
    keywordLeg(dependencies, query, signal),
    vectorLeg(dependencies, query, signal),
  ]);
  const degraded = legs.filter((leg) => leg.status === 'failed').map(({ leg }) => leg);
  return { legs, degraded };
};

const keywordLeg = (
  { keywords, clock }: Pick<AskDependencies, 'keywords' | 'clock'>,
  query: RecallQuery,
  signal: AbortSignal,
): Promise<LegTrace> => {
  const terms = analyzeQuery([query.query, ...query.keywords].join('\n'));
  if (terms.length === 0) return leftOut('keyword', 'the question holds no words to search for');
  return timed('keyword', clock, signal, (within) =>
    keywords.search(query.workspaceId, query.versions, terms, maximumCandidates, within),
  );
};

const vectorLeg = (
  { vectors, embedder, clock }: Pick<AskDependencies, 'vectors' | 'embedder' | 'clock'>,
  query: RecallQuery,
  signal: AbortSignal,
): Promise<LegTrace> => {
  const { profile } = embedder;
  if (!covers(profile, query)) {
    return leftOut('vector', `${profile.model} does not cover ${query.language}`);
  }
  return timed('vector', clock, signal, async (within) => {
    const [vector] = await embedder.embedTexts(
      [withinLimit(embedder, query.query)],
      'query',
      within,
    );
    if (vector === undefined) throw new Error('the embedder answered without a vector');
    const { workspaceId, versions } = query;
    return vectors.search(
      workspaceId,
      profile.fingerprint,
      versions,
      vector,
      vectorCandidates,
      within,
    );
  });
};

/** The end of an over-long query, where the question stands: a vector of a part beats none. */
const withinLimit = (
  { profile, countTokens }: Pick<AskDependencies['embedder'], 'profile' | 'countTokens'>,
  text: string,
): string => {
  let kept = text;
  while (countTokens(kept) > profile.maximumTokens && kept.length > 1) {
    const share = profile.maximumTokens / countTokens(kept);
    kept = kept.slice(-Math.max(1, Math.floor(kept.length * share * 0.95)));
  }
  return kept;
};

/** An English-only model must not spoil a Chinese question. */
const covers = ({ languages }: EmbeddingProfile, { language, query }: RecallQuery): boolean =>
  languages.includes('*') ||
  (languages.includes(language) && languages.includes(detectLanguage(query)));

const leftOut = (leg: LegName, note: string): Promise<LegTrace> =>
  Promise.resolve({ leg, status: 'left-out', note, tookMs: 0, hits: [] });

const timed = async (
  leg: LegName,
  clock: AskDependencies['clock'],
  signal: AbortSignal,
  search: (within: AbortSignal) => Promise<readonly LegHit[]>,
): Promise<LegTrace> => {
  const startedMs = clock.elapsedMs();
  const tookMs = (): number => clock.elapsedMs() - startedMs;
  const timeout = AbortSignal.timeout(legTimeoutMs);
  try {
    const hits = await search(AbortSignal.any([signal, timeout]));
    return { leg, status: 'answered', note: null, tookMs: tookMs(), hits };
  } catch (error) {
    if (signal.aborted) throw new Cancelled('cancelled during recall', { cause: error });
    const note = timeout.aborted ? 'took too long' : messageOf(error);
    return { leg, status: 'failed', note, tookMs: tookMs(), hits: [] };
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
