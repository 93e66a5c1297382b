/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89 } as const;
export const margin = 62;
/** Where the first line of a page stands. */
export const top = 64;
export const textWidth = pageSize.width - 2 * margin;
/** Below this, a table goes on on the next page. */
export const lowest = pageSize.height - 72;

type Style = {
  readonly font?: 'regular' | 'bold' | 'code';
  readonly size?: number;
  readonly x?: number;
  readonly width?: number;
  readonly color?: string;
};

/** A page that is written from top to bottom; all lengths in points from its top left. */
export type Page = {
  y: number;
  readonly next: () => void;
  readonly write: (text: string, style: Style) => void;
  readonly heightOf: (text: string, style: Style) => number;
  readonly fill: (x: number, y: number, width: number, height: number, color: string) => void;
  readonly picture: (png: Buffer, height: number) => void;
};
