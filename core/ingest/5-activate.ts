import type { ActivationResult } from '#core/domain/ingestion.ts';
import type { ParsedDocument } from '#core/domain/parsed.ts';
import type { Claim } from '#core/domain/work.ts';
import type { Ingestions } from '#core/ports/ingestions.ts';
import { documentTitle } from './document-title.ts';

/**
 * The one moment in which a generation becomes visible; the transaction decides whether it still may.
 * Rejects with `Stale` where the item moved on.
 */
export const activate = (
  ingestions: Pick<Ingestions, 'activate'>,
  claim: Claim,
  parsed: Pick<ParsedDocument, 'title' | 'pageCount'>,
  segmentCount: number,
): Promise<ActivationResult> =>
  ingestions.activate(claim, {
    title: documentTitle(parsed.title),
    pageCount: parsed.pageCount,
    segmentCount,
  });
