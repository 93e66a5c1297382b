import { z } from 'zod';

/**
 * The parser's output: the one shape that the sidecar answers with and that segmenting reads.
 * Coordinates are points (1/72 inch) from the TOP LEFT of the visible page before rotation.
 */
export const boxSchema = z
  .object({
    /** 1-based page number in the whole document. */
    page: z.number().int().min(1),
    left: z.number(),
    top: z.number(),
    right: z.number(),
    bottom: z.number(),
  })
  .readonly();

const place = {
  /** 1-based page of the first box; null where the format has no pages. */
  page: z.number().int().min(1).nullable(),
  boxes: z.array(boxSchema).readonly(),
};

export const blockSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('heading'),
      level: z.number().int().min(1).max(6),
      text: z.string(),
      ...place,
    })
    .readonly(),
  z.object({ kind: z.literal('paragraph'), text: z.string(), ...place }).readonly(),
  z
    .object({
      kind: z.literal('list-item'),
      /** Without its marker; `marker` is what was printed ("•", "1.", "a)"). */
      text: z.string(),
      marker: z.string(),
      /** 0 for the outermost list. */
      depth: z.number().int().min(0),
      ...place,
    })
    .readonly(),
  z
    .object({
      kind: z.literal('table'),
      /** One string a column; empty array where the table has no header. Multi-row headers are joined with a space. */
      header: z.array(z.string()).readonly(),
      rows: z.array(z.array(z.string()).readonly()).readonly(),
      /** One entry a row (same order as `rows`); null where unknown. */
      rowBoxes: z.array(boxSchema.nullable()).readonly(),
      caption: z.string().nullable(),
      ...place,
    })
    .readonly(),
  z
    .object({
      kind: z.literal('code'),
      text: z.string(),
      language: z.string().nullable(),
      ...place,
    })
    .readonly(),
  z
    .object({
      kind: z.literal('picture'),
      /** Number for `…/pictures/{n}`; null where no bytes could be stored. */
      picture: z.number().int().min(1).nullable(),
      caption: z.string().nullable(),
      alternativeText: z.string().nullable(),
      /** Text recognised inside the picture, or lying within its box in the text layer. */
      text: z.string().nullable(),
      ...place,
    })
    .readonly(),
  z.object({ kind: z.literal('formula'), text: z.string(), ...place }).readonly(),
  z.object({ kind: z.literal('footnote'), text: z.string(), ...place }).readonly(),
]);

export const pageSchema = z
  .object({
    number: z.number().int().min(1),
    /** Points, before rotation. */
    width: z.number(),
    height: z.number(),
    /** Degrees clockwise that a viewer turns the page by: 0, 90, 180, 270. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    hadText: z.boolean(),
    ocr: z.boolean(),
  })
  .readonly();

export const warningSchema = z
  .object({ code: z.string(), page: z.number().int().nullable(), message: z.string() })
  .readonly();

export const parsedWindowSchema = z
  .object({
    title: z.string().nullable(),
    /** Pages in the whole document; 0 where the format has no pages. */
    pageCount: z.number().int().min(0),
    /** 1-based and inclusive; both 0 where the format has no pages. */
    firstPage: z.number().int().min(0),
    lastPage: z.number().int().min(0),
    pages: z.array(pageSchema).readonly(),
    /** In reading order. */
    blocks: z.array(blockSchema).readonly(),
    warnings: z.array(warningSchema).readonly(),
  })
  .readonly();

export type Box = z.infer<typeof boxSchema>;
export type Block = z.infer<typeof blockSchema>;
export type ParsedWindow = z.infer<typeof parsedWindowSchema>;
/** All windows of a document merged: same shape, firstPage 1 to pageCount. */
export type ParsedDocument = ParsedWindow;
