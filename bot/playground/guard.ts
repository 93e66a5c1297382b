import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ReplyCode } from './reply.ts';
import { reply } from './reply.ts';

/** Where the server listens, known once it does, and the start-up token. */
export type Door = {
  /** The only value of `Host` that is let in. */
  readonly host: () => string;
  readonly token: string;
};

/** No inline script or style, nothing from elsewhere, in no frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** Set on every answer, refusals included. */
export const secureHeaders = (): MiddlewareHandler => async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  if (!context.res.headers.has('cache-control')) {
    context.res.headers.set('cache-control', 'no-store');
  }
};

/**
 * Lets in only requests for this host (another name that resolves to loopback is an attack), sent by
 * this page or typed by a person, with the session that the start-up address opens.
 */
export const guard =
  (door: Door): MiddlewareHandler =>
  async (context, next) => {
    if (context.req.header('host') !== door.host()) return refuse(context, 'wrong_host', 421);
    if (!isOwnOrigin(context, door)) return refuse(context, 'wrong_origin', 403);
    const url = new URL(context.req.url);
    const offered = url.searchParams.get('token');
    const name = `anchr-${door.host().split(':').at(-1)}`;
    if (offered !== null && context.req.method === 'GET' && same(offered, door.token)) {
      setCookie(context, name, door.token, { httpOnly: true, sameSite: 'Strict', path: '/' });
      url.searchParams.delete('token');
      return context.redirect(`${url.pathname}${url.search}`, 303);
    }
    if (!same(getCookie(context, name) ?? '', door.token))
      return refuse(context, 'no_session', 401);
    await next();
    return;
  };

/** A browser names the origin of everything but plain navigation. */
const isOwnOrigin = (context: Context, door: Door): boolean => {
  const origin = context.req.header('origin');
  if (origin !== undefined) return origin === `http://${door.host()}`;
  const site = context.req.header('sec-fetch-site');
  const unsafe = context.req.method !== 'GET' && context.req.method !== 'HEAD';
  return !unsafe || site === undefined || site === 'same-origin';
};

/** Compares digests, so that neither length nor prefix can be measured. */
const same = (offered: string, expected: string): boolean =>
  timingSafeEqual(digest(offered), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** JSON for the page's own requests, a sentence for a person who navigates here. */
export const refuse = (context: Context, code: ReplyCode, status: RefusalStatus): Response => {
  const body = reply(code);
  return context.req.header('accept')?.includes('text/html') === true
    ? context.text(`${body.sentence.en}\n\n${body.sentence.zh}\n`, status)
    : context.json(body, status);
};

export type RefusalStatus = 400 | 401 | 403 | 404 | 410 | 413 | 421 | 503 | 507;
