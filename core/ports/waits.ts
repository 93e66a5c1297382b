/** Every port method that can wait takes this. An aborted signal rejects with `Cancelled`. */
export type Waits = { readonly signal: AbortSignal };
