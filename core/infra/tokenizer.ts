import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { Terminal } from '#core/domain/errors.ts';

/**
 * Exact token counts of a model by its `tokenizer.json`, special tokens included. Nothing is truncated
 * or padded, whatever the file says: the starter model's own file cuts at 128 tokens.
 * Rejects with Terminal('MODEL_MISSING') where the file cannot be read.
 */
export const createTokenizer = async (path: string): Promise<(text: string) => number> => {
  const tokenizer = new Tokenizer(await readDefinition(path), {});
  return (text) => tokenizer.encode(text).ids.length;
};

const readDefinition = async (path: string): Promise<object> => {
  try {
    const definition: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof definition !== 'object' || definition === null) throw new Error('it is no object');
    return { ...definition, truncation: null, padding: null };
  } catch (error) {
    throw new Terminal('MODEL_MISSING', `The tokenizer ${path} cannot be read.`, { cause: error });
  }
};
