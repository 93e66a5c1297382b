import { z } from 'zod';
import { Retryable, Terminal } from '#core/domain/errors.ts';
import { boxSchema } from '#core/domain/parsed.ts';
import type { PageRenderer } from '#core/ports/page-renderer.ts';
import { callSidecar, refusalOf } from './call-sidecar.ts';
import type { Sidecar } from './call-sidecar.ts';

const renderMs = 60_000;
/** More boxes than that are no passage. */
const mostBoxes = 2_000;

const renderedSchema = z.object({
  image: z.base64(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  width: z.number().positive(),
  height: z.number().positive(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  found: z.array(boxSchema).nullable(),
});

/** The sidecar's page images as the PageRenderer port. */
export const createPageRenderer = (sidecar: Sidecar): PageRenderer => ({
  render: async (source, page, { dpi, boxes, words }, signal) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(source)]), 'source');
    body.append('request', JSON.stringify({ dpi, boxes: boxes.slice(0, mostBoxes), text: words }));
    const call = { method: 'POST', path: `/v1/pages/${page}`, body, timeoutMs: renderMs } as const;
    const reply = await callSidecar(sidecar, call, signal);
    if (reply.status !== 200) {
      const refusal = refusalOf(reply);
      throw new Terminal(refusal?.code ?? 'INTERNAL', refusal?.message ?? 'no page was drawn');
    }
    const { image, ...rendered } = readRendered(reply.bytes);
    return { ...rendered, image: new Uint8Array(Buffer.from(image, 'base64')) };
  },
});

const readRendered = (bytes: Uint8Array): z.infer<typeof renderedSchema> => {
  try {
    return renderedSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw new Retryable('PARSER_UNAVAILABLE', 'the page image cannot be read', { cause: error });
  }
};
