/** What search engines are told to leave alone. Free of zod: the browser may import it. */

/** Addresses no crawler should even ask for: not pages, somebody's own, or stand-ins. */
export const closedPaths = [
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

/** Pages everybody may open and nobody should find: crawlers must read them to learn so. */
const unlistedPaths = ['/login', '/logout', '/theme', '/selected-mentors', '/offline'] as const

/** Whether a page, by its address without language, stays out of search engines. */
export const isUnlisted = (path: string): boolean =>
  [...closedPaths, ...unlistedPaths].some((one) => path === one || path.startsWith(`${one}/`))

const landingMentorsLeast = 3

/** Whether a landing page with this many mentors is worth finding. */
export const isListed = (mentors: number): boolean => mentors >= landingMentorsLeast
