import { type AdminRole, adminRoles } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import { formatDay, formatMonth, instantOf } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { callStatusLabels } from '../kit/call-labels.server.ts'
import { caseDetailName, caseStatusName, priorityName } from '../kit/case-labels.server.ts'
import { catalogueName } from '../kit/catalogue-names.server.ts'
import { factsText } from '../kit/event-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'
import { checkLabels, checkStateLabels, mentorStatusLabels } from '../kit/mentor-labels.server.ts'
import { roleName } from '../kit/role-name.ts'
import { stateText as timelineState } from '../kit/timeline-states.ts'
import { keyLabel } from './audit-detail-labels.server.ts'

const known: Record<string, () => string> = {
  ...callStatusLabels,
  ...mentorStatusLabels,
  ...checkStateLabels,
  ...checkLabels,
  gold: m.admin_listing_gold,
  silver: m.admin_listing_silver,
  family: m.audit_value_family,
  mentor: m.audit_value_mentor,
  shown: m.admin_cat_shown,
  hidden: m.admin_cat_hidden,
  merged: m.admin_cat_merged,
  removed: m.admin_cat_removed,
  account: m.audit_value_account,
  holiday: m.audit_value_holiday,
  board: m.desk_board,
  'cert-in': () => 'CERT-In',
}
const isRole = (text: string): text is AdminRole => (adminRoles as readonly string[]).includes(text)

/** Label of an enum value by its key; other values stay as they are. */
function listLabel(key: string, text: string): string {
  if ((key === 'role' || key === 'was') && isRole(text)) return roleName(text)
  if (key === 'priority' || (key === 'to' && priorityName(text) !== text)) return priorityName(text)
  if (key === 'clock' || key === 'way') return caseDetailName(text)
  if (key === 'document') return factsText([text])
  if (['subject', 'into', 'grade', 'grades', 'subjects'].includes(key)) return catalogueName(text)
  if (['status', 'state', 'check', 'tier', 'by', 'cause', 'was', 'now', 'to', 'from'].includes(key)) {
    if (Object.hasOwn(known, text)) return known[text]?.() ?? text
    const status = caseStatusName(text)
    return status === text ? timelineState('', text) : status
  }
  return text
}

const most = 120
const short = (text: string) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** A value in the language of the page; of an object its parts. */
export function valueText(key: string, value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return short(value.map((part) => valueText(key, part)).join(', '))
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return short(
      Object.entries(value)
        .map(([part, of]) => `${keyLabel(part)} ${valueText(part, of)}`)
        .join(', '),
    )
  if (typeof value === 'boolean') return value ? m.admin_change_yes() : m.admin_change_no()
  if (value === null || value === undefined || String(value) === '') return m.admin_change_empty()
  if (typeof value === 'number' && /paise$/i.test(key)) return formatRupees(value / 100)
  if (typeof value === 'number') return ['amount', 'fee', 'left'].includes(key) ? formatRupees(value) : String(value)
  const text = String(value)
  if (key === 'month') return formatMonth(instantOf(`${text}-01`))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return fullTime(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(instantOf(text), { year: true })
  return short(listLabel(key, text))
}
