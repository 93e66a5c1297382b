import { createHash } from 'node:crypto';
import type { Signals } from '#core/ask/floors.ts';

/** A question, what the set says of it, and on which half it stands. */
export type Judged = {
  /** UNANSWERABLE should be refused, ANSWERABLE and PARTIAL not; UNDERSPECIFIED is counted apart. */
  readonly kind: string;
  readonly half: 'fit' | 'held';
  readonly signals: Signals;
};

const squaredBeta = 0.25;

export type RefusalFigures = {
  /** Of the refused (without UNDERSPECIFIED), the share that is unanswerable. */
  readonly precision: number;
  /** Of the unanswerable, the share that is refused. */
  readonly recall: number;
  /** Refused of all, by kind. */
  readonly refused: Readonly<Record<string, readonly [refused: number, all: number]>>;
};

/** All turns of a conversation fall on one half, whatever the order of the file. */
export const halfOf = (conversation: string): Judged['half'] =>
  (createHash('sha256').update(conversation).digest()[31] ?? 0) % 2 === 0 ? 'fit' : 'held';

export const refusalFigures = (
  judged: readonly Judged[],
  refuses: (signals: Signals) => boolean,
): RefusalFigures => {
  const refused: Record<string, readonly [number, number]> = {};
  for (const { kind, signals } of judged) {
    const [count, all] = refused[kind] ?? [0, 0];
    refused[kind] = [count + (refuses(signals) ? 1 : 0), all + 1];
  }
  const [right, unanswerable] = refused['UNANSWERABLE'] ?? [0, 0];
  const wrong = (refused['ANSWERABLE']?.[0] ?? 0) + (refused['PARTIAL']?.[0] ?? 0);
  return {
    precision: right + wrong === 0 ? 0 : right / (right + wrong),
    recall: unanswerable === 0 ? 0 : right / unanswerable,
    refused,
  };
};

/**
 * The floor of a measure with the best F-measure at β = 0.5, the lowest among equals: who is refused
 * wrongly loses an answer, who is not refused costs one model call.
 */
export const bestFloor = (
  judged: readonly Judged[],
  floors: readonly number[],
  refuses: (signals: Signals, floor: number) => boolean,
): { readonly floor: number; readonly fMeasure: number } => {
  let best = { floor: 0, fMeasure: 0 };
  for (const floor of floors) {
    const { precision, recall } = refusalFigures(judged, (signals) => refuses(signals, floor));
    const both = squaredBeta * precision + recall;
    const fMeasure = both === 0 ? 0 : ((1 + squaredBeta) * precision * recall) / both;
    if (fMeasure > best.fMeasure) best = { floor, fMeasure };
  }
  return best;
};
