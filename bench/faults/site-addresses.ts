import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { downloadOwnData } from '#contract/privacy/privacy.ts'
import type { Access, Caller } from '#contract/wire/endpoint.ts'
import { demoPhones } from '#server/demo/people.ts'
import type { Db } from '#server/platform/database.ts'
import { endpoints } from '#test/endpoints.ts'
import routes from '#web/routes.ts'

/** A URL and the users who open it. */
export type Address = { path: string; callers: readonly Caller[]; pattern?: string }

/** Paths that change the session or a cookie. */
const changing = ['logout', 'dashboard/switch', 'shortlist/keep', 'theme']

/** The paths of the route table, without the language prefix. */
function patternsOf(entries: readonly RouteConfigEntry[], above = ''): { pattern: string; file: string }[] {
  return entries.flatMap(({ path, index, children, file }) => {
    const own = [above, path].filter(Boolean).join('/')
    const pattern = own.replace(/^hi\?\/?/, '')
    return [...(path !== undefined || index ? [{ pattern, file }] : []), ...patternsOf(children ?? [], own)]
  })
}
const table = patternsOf(await routes)
const patterns = [...new Set(table.map(({ pattern }) => pattern))].filter((one) => !changing.includes(one))
/** Ids from the demo data for URL parameters. */
async function partsFrom(db: Db) {
  const { rows } = await sql<{ parts: Record<string, string> }>`
    with mine as (
      select b.id as booking, o.number as order, m.slug, m.id as mentor, f.account_id as account
      from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id and a.phone = ${demoPhones.parent}
      join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id and m.show_on_website
      order by b.status = 'scheduled' desc, b.booked_at limit 1),
    theirs as (
      select b.id as taught from booking b join mentor m on m.id = b.mentor_id join account a on a.id = m.account_id and a.phone = ${demoPhones.mentor}
      order by b.status = 'scheduled' desc, b.booked_at limit 1)
    select to_jsonb(mine) || to_jsonb(theirs) || jsonb_build_object('case', (select id from support_case limit 1),
      'asked', (select c.number from support_case c join account a on a.id = c.account_id and a.phone = ${demoPhones.parent} order by c.number limit 1),
      'change', (select id from bulk_edit limit 1), 'place', (select id from place where kind = 'city' limit 1),
      'waiting', (select id from mentor where status in ('submitted', 'in_review') order by created_at limit 1),
      'suspended', (select b.mentor_id from booking b join mentor m on m.id = b.mentor_id and m.status = 'suspended' limit 1),
      'batch', (select id from payout_batch limit 1),
      'payout', (select p.id from payout p join mentor m on m.id = p.mentor_id join account a on a.id = m.account_id and a.phone = ${demoPhones.mentor} limit 1), 'breach', (select id from breach limit 1),
      'reported', (select case_id from chat_report limit 1)) as parts
    from mine, theirs`.execute(db)
  if (!rows[0]) throw new Error('the demo data has no booking')
  return rows[0].parts
}

/** Values for the parameters of each pattern, in order. */
const fillings: Record<string, (has: Record<string, string>) => readonly (string | undefined)[]> = {
  'mentors/:slug': ({ slug }) => [slug],
  'mentors/:slug/reviews': ({ slug }) => [slug],
  'more/mentors/:slug/reviews': ({ slug }) => [slug],
  'tutors/:subject': () => ['mathematics'],
  'tutors/:subject/:city': () => ['mathematics', 'indore'],
  'cases/:number/:key?': ({ asked }) => [asked],
  'receipt/:order': ({ order }) => [order],
  'bookings/:id': ({ booking }) => [booking],
  'dashboard/student/time/:booking': ({ booking }) => [booking],
  'dashboard/student/timetable/:booking': ({ booking }) => [booking],
  'dashboard/student/another-mentor/:booking': ({ booking }) => [booking],
  'dashboard/mentor/timetable/:booking': ({ taught }) => [taught],
  'sheets/:booking/:month/:kind': ({ booking }) => [booking, '2026-01', 'pdf'],
  'message-off/:token': () => ['nothing'],
  'signup/:section': () => ['personal'],
  'signup/files/:id': ({ booking }) => [booking],
  'admin/mentors/:id': ({ mentor }) => [mentor],
  'admin/mentors/:id/:document': ({ mentor }) => [mentor, 'document'],
  'admin/mentors/:id/verify': ({ waiting }) => [waiting],
  'admin/mentors/:id/left-out': ({ suspended, mentor }) => [suspended ?? mentor],
  'admin/mentors/changes/:id': ({ change }) => [change],
  'admin/payouts/:id': ({ batch, booking }) => [batch ?? booking],
  'admin/privacy/:id': ({ breach, booking }) => [breach ?? booking],
  'admin/reports/:id': (has) => [has.case],
  'admin/reports/:id/chat': (has) => [has.reported ?? has.case],
  'admin/sessions/:booking': ({ booking }) => [booking],
  'admin/users/:id': ({ account }) => [account],
  'admin/settings/messages/:event': () => ['refund-sent'],
  'admin/subjects/places/:id': ({ place }) => [place],
  'admin/subjects/add/:kind': () => ['subject'],
  'admin/subjects/:kind/:key': () => ['subject', 'mathematics'],
  'payouts/:id': ({ payout, booking }) => [payout ?? booking],
  'payouts/:id/:kind': ({ booking }) => [booking, 'pdf'],
  'news/:id': ({ booking }) => [booking],
}

const isOptional = (pattern: string) => !/:\w+(?!\w*\?)(\/|$)/.test(pattern)
/** Patterns without known parameter values: a new page needs a line above. */
export const unfilled = patterns.filter((one) => !isOptional(one) && !fillings[one])

/** Who may open a page. */
function callersOf(pattern: string): readonly Caller[] {
  if (/^(admin(?!\/login)|call-admin)/.test(pattern)) return ['admin']
  if (/^(dashboard\/mentor|payouts)/.test(pattern)) return ['mentor']
  if (/^(dashboard\/student|cases\/|bookings\/)/.test(pattern)) return ['family']
  if (/^(dashboard|chat|news|sheets|receipt|payment-status)/.test(pattern)) return ['family', 'mentor']
  return ['visitor', 'family']
}

/** Patterns that render a screen; the others are downloads, redirects and list fragments. */
const drawn = new Set(table.filter(({ file }) => file.endsWith('-page.tsx')).map(({ pattern }) => pattern))
export const screens = patterns
  .filter((pattern) => drawn.has(pattern))
  .map((pattern) => ({ pattern, callers: callersOf(pattern) }))

/** Every page, and every API read that needs no parameters, except the download that is limited to a few an hour. */
export async function siteAddresses(db: Db): Promise<Address[]> {
  const has = await partsFrom(db)
  const pages = patterns.map((pattern, at) => {
    const given = [...(fillings[pattern]?.(has) ?? [])]
    const path = pattern
      .replace(/\/?:\w+\?/g, '')
      .replace(/:\w+/g, () => given.shift() || 'nothing')
      .replace('*', 'nowhere')
    // Every other page in Hindi.
    const isShared = /^(more|payouts|news\/|manifest)/.test(path)
    return {
      path: at % 2 > 0 && !isShared ? `/hi/${path}`.replace(/\/$/, '') : `/${path}`,
      callers: callersOf(pattern),
      pattern,
    }
  })
  const reads = endpoints
    .filter(({ method, url }) => method === 'GET' && !url.includes(':') && url !== downloadOwnData.url)
    .map(({ url, config: { access } }) => ({
      path: url,
      callers: Object.entries(access)
        .filter(([, may]) => may !== ('no' satisfies Access))
        .map(([caller]) => caller as Caller), // safe: the record's keys are the callers
    }))
  const lists = [
    '/mentors?class=8&subject=mathematics&sort=price',
    '/mentors?q=sharma',
    '/api/mentor?class=8&sort=rating',
  ]
  return [...pages, ...reads, ...lists.map((path) => ({ path, callers: ['visitor', 'family'] as const }))]
}
