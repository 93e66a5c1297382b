import type { SampleDocument } from './block.ts';
import { larkspurService } from './larkspur-service.ts';
import { larkspurUse } from './larkspur-use.ts';

/** A made-up product's manual in English: 12 pages with all that a manual is made of. */
export const larkspurManual: SampleDocument = {
  title: "Larkspur 400 Greenhouse Controller: operator's manual",
  runningHead: "Larkspur 400 · Operator's manual",
  language: 'en',
  pageLabel: (page, pages) => `${page} / ${pages}`,
  blocks: [...larkspurUse, ...larkspurService],
};
