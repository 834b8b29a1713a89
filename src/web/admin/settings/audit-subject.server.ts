import type { AuditEntry, AuditName } from '#contract/admin/audit.ts'
import { isRatesName } from '#contract/settings/rates.ts'
import { type SettingName, settingNames } from '#contract/settings/setting-values.ts'
import { m } from '#messages'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { catalogueKinds, entryHref } from '../kit/catalogue-labels.ts'
import { catalogueName } from '../kit/catalogue-names.server.ts'
import { fullTime } from '../kit/full-time.ts'
import { messageName } from '../kit/message-names.server.ts'
import { settingSpecs } from '../kit/setting-labels.server.ts'
import { kindLabel } from './audit-detail-labels.server.ts'

/** `isCode`: the end of an id, where there is no name. */
export type Named = { text: string; to: string | null; isCode?: true }

const under = (path: string) => (page: string) => `${path}/${page}`
const lookedUp = (path: string) => (page: string) => `${path}?q=${encodeURIComponent(page)}`
const pages: Record<AuditName['is'], (page: string) => string> = {
  account: under('/admin/users'),
  media: under('/admin/users'),
  mentor: under('/admin/mentors'),
  booking: under('/admin/sessions'),
  lesson: under('/admin/sessions'),
  order: lookedUp('/admin/sessions/bookings'),
  case: under('/admin/reports'),
  refund: lookedUp('/admin/refunds'),
  dispute: lookedUp('/admin/disputes'),
  review: lookedUp('/admin/reviews'),
  'payout-batch': under('/admin/payouts'),
  payout: under('/admin/payouts'),
  'mentor-link': lookedUp('/admin/mentors/links'),
  'listing-change': under('/admin/mentors/changes'),
  call_request: lookedUp('/call-admin'),
  place: under('/admin/subjects/places'),
}

/** Name and link of a subject. */
export function linkedName({ is, name, number, at, page }: AuditName): Named {
  const when = at && (is === 'payout-batch' ? formatDay(at, { year: true }) : fullTime(at))
  const text = [number, name, when].filter(Boolean).join(' · ')
  return { text: text || kindLabel(is), to: pages[is](page) }
}

const rateTitles = {
  feeRates: m.admin_rates_fees,
  packageDiscounts: m.admin_rates_discounts,
  bookingPolicy: m.admin_rates_policy,
  taxRules: m.admin_rates_tax,
}
const isSetting = (name: string): name is SettingName => (settingNames as string[]).includes(name)

function settingName(subject: string): Named {
  const [name = '', from] = subject.split(':')
  if (isRatesName(name)) {
    const day = from ? m.admin_rates_since({ date: formatDay(instantOf(from), { year: true }) }) : null
    return { text: [rateTitles[name](), day].filter(Boolean).join(' · '), to: '/admin/settings/rates' }
  }
  return isSetting(name) ? { text: settingSpecs[name].title(), to: '/admin/settings' } : { text: name, to: null }
}

/** Shortened id of a deleted subject, which still tells entries about it apart. */
export const idEnd = (id: string): string => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `…${id.slice(-8)}` : id)

/** Subject of an entry; for files and lists the action names it. */
export function linkedSubject({ kind, subject, names }: Pick<AuditEntry, 'kind' | 'subject' | 'names'>): Named {
  const known = names[subject]
  if (known) return linkedName(known)
  if (kind === 'setting') return settingName(subject)
  if (kind === 'message-text') return { text: messageName(subject), to: `/admin/settings/messages/${subject}` }
  if (kind === 'catalogue') {
    const [of = '', key] = subject.split(' ')
    const entryKind = catalogueKinds.find((one) => one === of)
    if (entryKind && key) return { text: catalogueName(key), to: entryHref(entryKind, key) }
  }
  if (['list', 'case-list', 'audit', 'catalogue', 'mentor-list'].includes(kind)) return { text: '', to: null }
  if (kind === 'breach') return { text: m.desk_title(), to: '/admin/privacy' }
  return { text: idEnd(subject), to: null, isCode: true }
}
