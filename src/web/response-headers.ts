import { retryAfterSeconds } from '#contract/wire/errors.ts'
import type { ServerContext } from './api.ts'

function policy(nonce: string | undefined): string {
  const open = nonce === undefined
  const own = open ? "'unsafe-inline'" : `'nonce-${nonce}'`
  return [
    "default-src 'self'",
    `script-src 'self' ${own}`,
    `style-src 'self' ${own}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${open ? ' ws:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    // See trusted-types.ts.
    ...(open ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ')
}

/** Adds the headers of every page. A policy or caching header set by the page wins. */
export function addPageHeaders(headers: Headers, server: ServerContext, status: number): void {
  const defaults: Record<string, string> = {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Popups, because banks open one during a payment.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  }
  if (headers.get('content-type')?.startsWith('text/html')) defaults['content-security-policy'] = policy(server.nonce)
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value)
  }
  if (status === 503) headers.set('retry-after', String(retryAfterSeconds))
  if (server.incomplete) headers.set('x-incomplete', server.incomplete)
  for (const cookie of server.setCookies) headers.append('set-cookie', cookie)
}
