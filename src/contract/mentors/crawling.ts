/** Rules for search engines. Free of zod: the browser imports it. */

/** Paths disallowed in robots.txt: API, private pages and stand-ins. */
export const disallowedPaths = [
  '/api',
  '/dashboard',
  '/chat',
  '/payment-status',
  '/pay',
  '/sandbox',
  '/dev',
  '/admin',
  '/call-admin',
  '/payouts',
  '/news',
  '/message-off',
] as const

/** Public pages with `noindex`. Crawlers must be able to read them to see it. */
const noindexPaths = ['/login', '/logout', '/theme', '/selected-mentors', '/offline'] as const

/** Whether a path, without its language prefix, is kept out of search engines. */
export const isNoindexPath = (path: string): boolean =>
  [...disallowedPaths, ...noindexPaths].some((one) => path === one || path.startsWith(`${one}/`))

const minLandingMentors = 3

/** Whether a landing page with this many mentors should be indexed. */
export const isLandingIndexable = (mentors: number): boolean => mentors >= minLandingMentors
