import type { PageAddress } from '#bot/main.ts';
import type { Settings } from './settings.ts';

export type Links = {
  /** For records: the address alone. */
  readonly to: (citationId: string) => string;
  /** For a person: opens in a browser that has not seen the local page yet. */
  readonly open: (citationId: string) => string;
};

/** Citation links under the public address, else on the local page, where it is or will be. */
export const createLinks = (
  settings: Pick<Settings, 'ANCHR_PUBLIC_URL' | 'ANCHR_PLAYGROUND_PORT'>,
  page: PageAddress | null,
): Links => {
  const { ANCHR_PUBLIC_URL: publicUrl, ANCHR_PLAYGROUND_PORT: port } = settings;
  const origin = (publicUrl ?? page?.origin ?? `http://127.0.0.1:${port}`).replace(/\/$/u, '');
  const to = (citationId: string): string => `${origin}/c/${citationId}`;
  return {
    to,
    open: (citationId) => {
      if (publicUrl !== undefined || page === null) return to(citationId);
      return `${to(citationId)}${new URL(page.url).search}`;
    },
  };
};
