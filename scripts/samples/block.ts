/** What a sample document is made of; `draw-document.ts` sets it on pages. */
export type Block =
  | { readonly kind: 'cover'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly isNumbered?: true }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Shares of the page's width, one a column. */
      readonly shares: readonly number[];
    }
  | { readonly kind: 'figure'; readonly png: Buffer; readonly caption: string }
  | {
      readonly kind: 'columns';
      readonly left: readonly string[];
      readonly right: readonly string[];
    }
  | { readonly kind: 'page-break' };

export type SampleDocument = {
  readonly title: string;
  /** Printed at the head of every page but the first. */
  readonly runningHead: string;
  readonly language: string;
  readonly pageLabel: (page: number, pages: number) => string;
  readonly blocks: readonly Block[];
};
