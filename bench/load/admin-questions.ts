import { firstNames, lastNames } from './many-mentors.ts'

export type Question = { name: string; paths: string[]; isPageTen?: boolean }

const tries = 8
const numbers = Array.from({ length: tries }, (_, i) => i)
/** Numbers below `most`, evenly spread. */
const some = (most: number) => numbers.map((i) => Math.floor(((i + 0.5) * most) / tries))
const nameOf = (n: number) =>
  `${firstNames[(n * 7) % firstNames.length]} ${lastNames[Math.floor(n / firstNames.length) % lastNames.length]}`
const names = (most: number) => some(most).map(nameOf)
const phone = (first: number, n: number) => `${first}${String(n).padStart(9, '0')}`
const isoDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** The id of the n-th row of a kind (`uuid` in many-lessons.ts). */
const id = (kind: number, n: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

type List = { name: string; url: string; filters: string[]; searches: [what: string, words: string[]][] }

/** Every admin list with its filters and searches; sizes grow with the number of lessons. */
function listsOf(lessons: number): List[] {
  const bookings = Math.floor(lessons / 12)
  const families = Math.floor(bookings / 3)
  const mentors = Math.floor(lessons / 10)
  const orders = some(bookings).map((n) => `MS-2025-${String(n).padStart(7, '0')}`)
  const familyPhones = some(families).map((n) => phone(7, n))
  const searches: List['searches'] = [
    ['name', names(families)],
    ['phone', familyPhones],
    ['order', orders],
  ]
  return [
    {
      name: 'families',
      url: '/api/admin/families',
      filters: ['state=active', 'city=Indore'],
      searches: [
        ['name', names(families)],
        ['phone', familyPhones],
      ],
    },
    {
      name: 'learners',
      url: '/api/admin/learners',
      filters: ['grade=9', 'sort=name'],
      searches: [
        ['name', names(families)],
        ['phone', familyPhones],
      ],
    },
    {
      name: 'mentors',
      url: '/api/admin/mentors',
      filters: [
        ...['status=pending', 'status=recheck', 'status=rejected', 'sort=applied', 'sort=changed', 'sort=name'],
        ...['sort=missing', 'status=pending&sort=missing', 'status=rejected&sort=name'],
      ],
      searches: [
        ['name', names(mentors)],
        ['phone', some(mentors).map((n) => phone(8, n))],
      ],
    },
    {
      name: 'listings',
      url: '/api/admin/listings',
      filters: ['tier=gold', 'shown=no', 'brief=yes', 'city=Indore', 'sort=name'],
      searches: [
        ['name', names(mentors)],
        ['phone', some(mentors).map((n) => phone(8, n))],
      ],
    },
    {
      name: 'classes',
      url: '/api/admin/classes',
      filters: ['status=unmarked', 'status=held', 'city=Indore', `from=${isoDay(7)}&to=${isoDay(1)}`],
      searches,
    },
    {
      name: 'bookings',
      url: '/api/admin/bookings',
      filters: ['status=scheduled', 'status=no_address', 'status=against_wish', 'city=Indore', 'sort=fee'],
      searches,
    },
    {
      name: 'cases',
      url: '/api/admin/cases',
      filters: ['status=open', 'type=payment', 'overdue=yes', 'owner=me'],
      searches: [
        ['name', names(Math.floor(bookings / 5))],
        ['number', some(Math.floor(bookings / 5)).map((n) => `CASE-2026-${String(n).padStart(6, '0')}`)],
      ],
    },
    {
      name: 'refunds',
      url: '/api/admin/refunds',
      filters: ['status=requested', 'status=settled', 'sort=amount'],
      searches,
    },
    {
      name: 'disputes',
      url: '/api/admin/disputes',
      filters: ['status=open', 'status=decided', 'sort=amount'],
      searches,
    },
    {
      name: 'reviews',
      url: '/api/admin/reviews',
      filters: ['state=reported', 'state=hidden', 'state=waiting', 'stars=1'],
      searches,
    },
    { name: 'jobs', url: '/api/admin/jobs', filters: ['sort=tries'], searches: [] },
    {
      name: 'messages',
      url: '/api/admin/messages',
      filters: ['state=waiting', 'channel=sms'],
      searches: [['phone', familyPhones.slice(0, 4)]],
    },
    {
      name: 'calls',
      url: '/api/mentor-call',
      filters: ['status=waiting', 'owner=me', 'sort=name', 'status=waiting&order=asc'],
      searches: [
        ['name', names(families)],
        ['phone', familyPhones],
      ],
    },
    {
      name: 'lines of a payout batch',
      url: `/api/admin/payouts/${id(25, 10)}/lines`,
      filters: ['sort=amount', 'status=paid'],
      searches: [
        ['name', names(Math.floor(bookings / 20))],
        ['number', some(Math.floor(bookings / 20)).map((n) => `MS-${n + 1000}`)],
      ],
    },
    {
      name: 'places',
      url: '/api/admin/places',
      filters: ['kind=area', 'status=hidden'],
      searches: [['name', ['Palasia', 'Vijay', 'इंदौर', 'Nagar']]],
    },
    {
      name: 'towns',
      url: '/api/admin/overview/cities',
      filters: [`from=${isoDay(30)}&to=${isoDay(0)}`, 'sort=applications'],
      searches: [['name', ['Indore', 'भोपाल']]],
    },
    {
      name: 'audit',
      url: '/api/admin/audit',
      filters: ['action=refund', `from=${isoDay(7)}&to=${isoDay(1)}`],
      searches,
    },
  ]
}

const single: [name: string, path: string][] = [
  ['overview', `/api/admin/overview?from=${isoDay(30)}&to=${isoDay(0)}`],
  ['overview, families and hours', `/api/admin/overview/usage?from=${isoDay(30)}&to=${isoDay(0)}`],
  ['frame of every page', '/api/admin/me'],
  ['counts of mentors', '/api/admin/mentors?limit=0'],
  ['counts of cases', '/api/admin/cases/counts'],
  ['admins', '/api/admin/admins'],
  ['audit, names for the filters', '/api/admin/audit/names'],
  ['unknown areas', '/api/admin/places/unknown'],
  ['levels and classes', '/api/admin/catalogue/grade'],
  ['subjects', '/api/admin/catalogue/subject'],
  ['boards', '/api/admin/catalogue/board'],
  ['degrees', '/api/admin/catalogue/degree'],
  ['one subject', '/api/admin/catalogue/subject/mathematics'],
  ['books', '/api/admin/books'],
  ['payouts', '/api/admin/payouts'],
  ['settings', '/api/admin/settings'],
]

/** Pages of one record with its history. */
function thingsOf(lessons: number): Question[] {
  const bookings = Math.floor(lessons / 12)
  return [
    { name: 'one booking', paths: some(bookings).map((n) => `/api/admin/bookings/${id(9, n)}`) },
    { name: 'one person', paths: some(bookings / 3).map((n) => `/api/admin/accounts/${id(2, n)}`) },
    { name: 'one mentor', paths: some(bookings / 20).map((n) => `/api/admin/mentors/${id(3, n)}`) },
    { name: 'one payout batch', paths: [`/api/admin/payouts/${id(25, 10)}`] },
    { name: 'one case', paths: some(bookings / 5).map((n) => `/api/admin/cases/${id(20, n)}`) },
    {
      name: 'refunds of one order',
      paths: some(bookings).map((n) => `/api/admin/refunds?q=MS-2025-${String(n).padStart(7, '0')}`),
    },
    {
      name: 'disputes of one order',
      paths: some(bookings).map((n) => `/api/admin/disputes?q=MS-2025-${String(n).padStart(7, '0')}`),
    },
  ]
}

/** The questions for a size: first page, page ten, filters and searches of each list. */
export function questionsOf(lessons: number): Question[] {
  return [
    ...single.map(([name, path]) => ({ name, paths: [path] })),
    ...thingsOf(lessons),
    ...listsOf(lessons).flatMap(({ name, url, filters, searches }): Question[] => [
      { name, paths: [url] },
      { name: `${name}, page 10`, paths: [url], isPageTen: true },
      ...filters.map((filter) => ({
        name: `${name}, ${filter.replace(/=\d{4}-.*/, '=a week')}`,
        paths: [`${url}?${filter}`],
      })),
      ...searches.map(([what, words]) => ({
        name: `${name} by ${what}`,
        paths: words.map((q) => `${url}?${new URLSearchParams({ q })}`),
      })),
    ]),
  ]
}
