import type { LegTrace, Trace } from './trace.ts';

const legLine = ({ leg, status, note, hits, tookMs }: LegTrace): string =>
  `${leg}: ${status}${note === null ? '' : ` (${note})`}, ${hits.length}, ${Math.round(tookMs)} ms`;

/** How an answer was found, a line a step; for people who run Anchr. */
export const traceLines = (trace: Trace): readonly string[] => [
  `query: ${trace.query}`,
  `scope: ${trace.scope.documents}`,
  ...trace.legs.map(legLine),
  `gate: −${trace.gated.length}`,
  `rerank: ${trace.rerank.status}`,
  `evidence: ${trace.evidence.length}`,
  `model calls: ${trace.modelCalls}`,
];
