import { Terminal } from '#core/domain/errors.ts';
import type { ParsedWindow } from '#core/domain/parsed.ts';
import type { Parser, ParseRequest } from '#core/ports/parser.ts';

export type ScriptedParser = Parser & {
  /** First pages of the windows that were parsed, in order. */
  readonly parsed: number[];
  readonly acknowledged: string[];
};

/** What a parser says about each window by its first page; a window that is not in the script ends the test. */
export const createScriptedParser = (
  script: (request: ParseRequest, signal: AbortSignal) => ParsedWindow | Promise<ParsedWindow>,
): ScriptedParser => {
  const parsed: number[] = [];
  const acknowledged: string[] = [];
  return {
    parsed,
    acknowledged,
    parse: async (request, onPage, signal) => {
      signal.throwIfAborted();
      const window = await script(request, signal);
      signal.throwIfAborted();
      for (const [index] of window.pages.entries()) onPage(index + 1, window.pages.length);
      parsed.push(request.firstPage);
      return window;
    },
    picture: async (requestId, picture) => {
      if (acknowledged.includes(requestId)) {
        throw new Terminal('INTERNAL', 'pictures are gone once a parse was acknowledged');
      }
      return new TextEncoder().encode(`picture ${picture} of ${requestId}`);
    },
    acknowledge: async (requestId) => {
      acknowledged.push(requestId);
    },
  };
};
