import type { Box } from '#core/domain/parsed.ts';

export type RenderedPage = {
  /** PNG of the page as displayed (rotation applied). */
  readonly image: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Points before rotation. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Boxes of exactly the words asked for, before rotation; null when they cannot be located. */
  readonly found: readonly Box[] | null;
};

export type PageRenderer = {
  /** Rejects with Terminal(code) when the page cannot be drawn, Retryable when the service is away. */
  readonly render: (
    source: Uint8Array,
    page: number,
    options: {
      readonly dpi: number;
      readonly boxes: readonly Box[];
      readonly words: string | null;
    },
    signal: AbortSignal,
  ) => Promise<RenderedPage>;
};
