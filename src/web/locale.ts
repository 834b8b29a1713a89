import { getLocale } from '#messages-runtime'

export type Locale = 'en' | 'hi'

/** Language of a URL, also of React Router's data URLs (`/hi.data`). */
export function localeOf(pathname: string): Locale {
  return /^\/hi(\/|\.data$|$)/.test(pathname) ? 'hi' : 'en'
}

/** Language of the page being rendered, on the server and in the browser. */
export function currentLocale(): Locale {
  return getLocale()
}

/** Adds the language of the page being rendered to `path` ('/mentors?class=10'). */
export function localHref(path: string): string {
  return hrefIn(currentLocale(), path)
}

/** Adds a language to `path`. */
export function hrefIn(locale: Locale, path: string): string {
  if (locale === 'en') return path
  return path === '/' || /^\/[?#]/.test(path) ? `/hi${path.slice(1)}` : `/hi${path}`
}

/** A URL without its language. */
export function plainPath(pathname: string): string {
  const path = localeOf(pathname) === 'hi' ? pathname.slice(3) || '/' : pathname
  // A leading double slash would be another site.
  return path.replace(/^\/{2,}/, '/')
}

/** This page in the other language. Needs a full load: `<a href>`, never `<Link>`. */
export function otherLanguageHref(url: { pathname: string; search: string }): string {
  const other = localeOf(url.pathname) === 'hi' ? 'en' : 'hi'
  return hrefIn(other, plainPath(url.pathname) + url.search)
}
