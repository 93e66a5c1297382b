import type { AnswerMode } from './answer.ts';

/**
 * What a vector was made with. The fingerprint covers endpoint, model, dimensions, prompts and
 * maximum tokens: a query meets only vectors of the same fingerprint.
 */
export type EmbeddingProfile = {
  readonly fingerprint: string;
  readonly model: string;
  readonly dimensions: number;
  /** Longer input is refused, never cut. */
  readonly maximumTokens: number;
  /** ISO 639-1 codes; '*' where the model is multilingual. */
  readonly languages: readonly string[];
  readonly images: boolean;
  /** Support (core/ask/floors.ts) below which evidence is too weak, fitted for this model; null where none was. */
  readonly supportFloors: Readonly<Record<AnswerMode, number>> | null;
};
