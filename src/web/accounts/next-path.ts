import { hrefIn, type Locale, plainPath } from '../locale.ts'

/** Pages that would only send a person who is logged in away again. */
const notAfterLogin = /^\/(login|logout|dashboard\/switch|admin\/login)(\/|$)/

/** `wanted` (of the `next` parameter) in the given language when it is a page of ours; otherwise null. */
export function nextPath(wanted: unknown, locale: Locale): string | null {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return null
  const here = 'http://here.invalid'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here) return null
  const path = plainPath(url.pathname)
  return notAfterLogin.test(path) || url.pathname.includes('//') ? null : hrefIn(locale, path + url.search + url.hash)
}
