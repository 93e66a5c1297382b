import type { z } from 'zod';

/** A model's reply as JSON of the schema, or null. Models without native schemas like to wrap it in a fence. */
export const jsonReply = <T>(text: string, schema: z.ZodType<T>): T | null => {
  const bare = /^\s*```(?:json)?\s*([^]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    const read = schema.safeParse(JSON.parse(bare));
    return read.success ? read.data : null;
  } catch {
    // Not JSON: an illegal reply, which the caller has an answer to.
    return null;
  }
};
