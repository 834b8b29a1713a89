import { hrefIn, type Locale, plainPath } from '../locale.ts'

/** Pages that redirect logged-in viewers. */
const notAfterLogin = /^\/(login|logout|dashboard\/switch|admin\/login)(\/|$)/

/** Validates the `next` parameter: a path on this site in the given language, else null. */
export function nextPath(wanted: unknown, locale: Locale): string | null {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return null
  const here = 'http://here.invalid'
  const url = URL.parse(wanted, here)
  if (url === null || url.origin !== here) return null
  const path = plainPath(url.pathname)
  return notAfterLogin.test(path) || url.pathname.includes('//') ? null : hrefIn(locale, path + url.search + url.hash)
}
