import type { Evidence } from '#core/domain/answer.ts';

/** Evidence number `number` of a document, with a body to cite. */
export const evidenceOf = (
  number: number,
  documentId: string,
  body: string,
  more: Partial<Evidence> = {},
): Evidence => ({
  number,
  segmentId: `${documentId}.1.${number}.TEXT`,
  documentId,
  generation: 1,
  documentName: `Document ${documentId}`,
  fileName: `${documentId}.pdf`,
  sourceHash: 'a'.repeat(64),
  header: 'Manual › Restart',
  headingPath: ['Restart'],
  body,
  context: body,
  pages: [3],
  boxes: [],
  matchReason: '',
  ...more,
});

/** Opaque ids that a test can read: link-1, link-2, … */
export const countedIds = () => {
  let made = 0;
  return { opaque: () => `link-${++made}` };
};
