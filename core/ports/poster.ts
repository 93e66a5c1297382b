import type { Delivery } from '#core/domain/delivery.ts';

/** Shows a delivery on its platform: posts or edits, finds its own message again before posting twice. */
export type Poster = {
  /** The message ids that now show it, in order. Terminal('root-deleted') abandons the delivery. */
  readonly show: (delivery: Delivery, signal: AbortSignal) => Promise<readonly string[]>;
};
