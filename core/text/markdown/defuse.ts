/**
 * Text of a document, safe inside a prompt: nothing in it reads as one of our citations, and nothing
 * opens or closes a fence. Only for the model's eyes; quotations are made from the untouched passage.
 */
export const defuse = (text: string): string =>
  text.replaceAll('[^', '[ ^').replace(/`{3,}|~{3,}/gu, (fence) => "'".repeat(fence.length));
