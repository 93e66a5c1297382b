import { readFileSync, readdirSync } from 'node:fs';

export type PageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Everything in the page's folder, read once: a request is looked up by name and never becomes a path.
 */
export const readPageFiles = (): ReadonlyMap<string, PageFile> => {
  const folder = new URL('page/', import.meta.url);
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = types[name.split('.').at(-1) ?? ''];
    if (type !== undefined) files.set(name, { bytes: readFileSync(new URL(name, folder)), type });
  }
  return files;
};
