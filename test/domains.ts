/**
 * Server domains in dependency order, each with its parts. A part imports only earlier parts, through their door file,
 * and reaches later parts through queued jobs.
 */
export const domains: readonly (readonly [domain: string, ...parts: string[]])[] = [
  ['platform'],
  ['providers'],
  ['backup'],
  ['ledger'],
  ['settings', 'settings', 'rates'],
  ['notifications'],
  ['reference', 'catalogue', 'places', 'media'],
  ['people', 'passkeys', 'consents', 'accounts', 'profiles'],
  ['mentors', 'search', 'applications', 'verification', 'listings', 'reliability', 'seo', 'shortlist', 'taxes'],
  ['support', 'cases', 'calls'],
  [
    'classes',
    'lessons',
    'bookings',
    'disputes',
    'attendance-sheets',
    'timetables',
    'calendar',
    'changes',
    'availability',
    'safety',
  ],
  [
    'money',
    'orders',
    'transfers',
    'receipts',
    'refunds',
    'replacements',
    'payments',
    'reconciliation',
    'closing',
    'invoices',
    'payouts',
  ],
  ['reviews'],
  ['chat'],
  ['apps'],
  ['privacy'],
  ['admin', 'search', 'audit', 'overview', 'jobs', 'people', 'bookings', 'places', 'catalogue'],
  ['demo'],
]

/** Every part as its folder below `src/server`, in order. */
export const parts: readonly string[] = domains.flatMap(([domain, ...names]) =>
  names.length === 0 ? [domain] : names.map((name) => `${domain}/${name}`),
)

/** The contract folder shared by all domains: the building blocks of every endpoint. */
export const wire = 'wire'

/** The file other parts import from, where it is not `<part>/<part>.ts`. */
const doors: Record<string, string> = { 'mentors/search': 'mentors' }
export const doorOf = (part: string): string => doors[part] ?? part.split('/').at(-1) ?? part

/** The part a server file belongs to; `''` for top-level files. */
export function partOf(file: string): string {
  const folders = file
    .replace(/^src\/server\//, '')
    .split('/')
    .slice(0, -1)
  const [domain = '', part = ''] = folders
  return [`${domain}/${part}`, domain].find((path) => parts.includes(path)) ?? folders.slice(0, 2).join('/')
}

/** The order as `docs/architecture.md` prints it. */
export const domainsTable = (): string =>
  domains
    .map(([domain, ...names], i) => `${i + 1}. \`${domain}\`${names.length ? `: ${names.join(', ')}` : ''}`)
    .join('\n')
