import type { Found, FoundKind } from '#contract/admin/admin-search.ts'
import { searchLimits } from '#contract/admin/admin-search-limits.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { formatDay } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { caseStatusName, cutText } from './case-labels.server.ts'
import { mentorStatusLabels } from './mentor-labels.server.ts'
import { knownStatus } from './session-labels.ts'

/** One search result with its link. */
export type FoundRow = { key: string; to: string; title: string; text: string; state: string }
type FoundGroup = {
  kind: FoundKind
  label: string
  rows: FoundRow[]
  /** URL of the full list, or null if there is none. */
  all: { to: string; label: string } | null
}
export type SearchReply = { q: string; groups: FoundGroup[]; problem: string | null }

const textLetters = 60
const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
const roleLabels = { family: m.admin_found_family, mentor: m.admin_found_mentor, admin: m.admin_found_admin }
const orderStatusLabels = {
  created: m.admin_found_order_created,
  paid: m.ui_badge_paid,
  failed: m.ui_badge_failed,
  expired: m.admin_found_order_expired,
}
const day = (at: string) => formatDay(at, { year: true })

type City = (name: string) => string
const rowsOf: { [K in FoundKind]: (one: Found[K][number], city: City) => Omit<FoundRow, 'key'> } = {
  accounts: ({ _id, name, phone, city, is, isSuspended }, cityName) => ({
    to: `/admin/users/${_id}`,
    title: name ?? m.admin_people_unnamed(),
    text: joined([phone, ...is.map((one) => roleLabels[one]()), city && cityName(city)]),
    state: isSuspended ? m.admin_people_suspended() : '',
  }),
  mentors: ({ _id, name, number, phone, city, status }, cityName) => ({
    to: `/admin/mentors/${_id}`,
    title: name,
    text: joined([number, phone, cityName(city)]),
    state: Object.hasOwn(mentorStatusLabels, status)
      ? mentorStatusLabels[status as keyof typeof mentorStatusLabels]()
      : '', // safe: one of them
  }),
  bookings: ({ _id, mentor, family, learner, subject, status, order, at }) => ({
    to: `/admin/sessions/${_id}`,
    title: m.admin_found_booking({
      subject: subjectIn(subject, currentLocale()),
      name: learner ?? family ?? '',
      mentor,
    }),
    text: joined([order, day(at)]),
    state: knownStatus(status) ?? '',
  }),
  orders: ({ number, account, booking, family, mentor, amount, status, at }) => ({
    to: booking ? `/admin/sessions/${booking}` : `/admin/users/${account}`,
    title: number,
    text: joined([family, mentor, formatRupees(amount), day(at)]),
    state: orderStatusLabels[status](),
  }),
  cases: ({ _id, number, name, text, status, at }) => ({
    to: `/admin/reports/${_id}`,
    title: number,
    text: joined([name, cutText(text, textLetters), day(at)]),
    state: caseStatusName(status),
  }),
}
const lists: Record<FoundKind, [label: () => string, path: string | null]> = {
  accounts: [m.admin_found_accounts, '/admin/users'],
  mentors: [m.admin_found_mentors, '/admin/mentors'],
  bookings: [m.admin_tab_bookings, '/admin/sessions/bookings'],
  orders: [m.admin_found_orders, null],
  cases: [m.admin_nav_reports, '/admin/reports'],
}

/** Search results in groups; empty groups are omitted. `cityName` translates a city. */
export function foundGroups(found: Found, q: string, cityName: City): FoundGroup[] {
  const group = <K extends FoundKind>(kind: K): FoundGroup => {
    const [label, path] = lists[kind]
    const rows = (found[kind] as Found[K][number][]).map((one) => ({ key: one._id, ...rowsOf[kind](one, cityName) })) // safe: by its own kind
    const isFull = rows.length >= searchLimits.most
    return {
      kind,
      label: label(),
      rows,
      all: path && isFull ? { to: `${path}?${new URLSearchParams({ q })}`, label: m.admin_found_more() } : null,
    }
  }
  const kinds = ['accounts', 'mentors', 'bookings', 'orders', 'cases'] as const
  return kinds.map((kind) => group(kind)).filter(({ rows }) => rows.length > 0)
}
