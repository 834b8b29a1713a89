import { getLocale } from '#messages-runtime'

export type Locale = 'en' | 'hi'

/** The language an address asks for. Also right for the addresses React Router fetches data from (`/hi.data`). */
export function localeOf(pathname: string): Locale {
  return /^\/hi(\/|\.data$|$)/.test(pathname) ? 'hi' : 'en'
}

/** The language of the page being rendered, on the server and in the browser. */
export function currentLocale(): Locale {
  return getLocale()
}

/** `path` ('/mentors?class=10', without language) in the language of the page being rendered. */
export function localHref(path: string): string {
  return hrefIn(currentLocale(), path)
}

/** `path` without language in the given language. */
export function hrefIn(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' || /^\/[?#]/.test(path) ? `/hi${path.slice(1)}` : `/hi${path}`
}

/** An address without its language. */
export function plainPath(pathname: string): string {
  const path = localeOf(pathname) === 'hi' ? pathname.slice(3) || '/' : pathname
  // Two slashes in front would be another site.
  return path.replace(/^\/{2,}/, '/')
}

/** The same place in the other language. Follow it with a full document load: `<a href>`, never `<Link>`. */
export function otherLanguageHref(url: { pathname: string; search: string }): string {
  const other = localeOf(url.pathname) === 'hi' ? 'en' : 'hi'
  return hrefIn(other, plainPath(url.pathname) + url.search)
}
