import type { TimelineEvent } from '#contract/admin/timeline.ts'
import type { MentorEvent } from '#contract/mentors/verification.ts'
import type { CaseKind } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { auditActionLabel } from './audit-labels.server.ts'
import { kindText } from './case-labels.server.ts'
import { eventText } from './event-labels.server.ts'
import { channelNames } from './message-cells.tsx'
import { stateText } from './timeline-states.ts'

const titles: Record<string, () => string> = {
  order: m.admin_timeline_order,
  payment: m.admin_timeline_payment,
  receipt: m.admin_timeline_receipt,
  booking: m.admin_timeline_booking,
  replacement: m.admin_timeline_replacement,
  timetable: m.admin_timeline_timetable,
  corrected: m.admin_timeline_corrected,
  class: m.admin_timeline_class,
  marked: m.admin_timeline_marked,
  confirmed: m.admin_timeline_confirmed,
  settled: m.admin_timeline_settled,
  cancelled: m.admin_timeline_cancelled,
  no_show: m.admin_timeline_no_show,
  proposal: m.admin_timeline_proposal,
  credit: m.admin_timeline_credit,
  refund: m.admin_timeline_refund,
  dispute: m.admin_timeline_dispute,
  verdict: m.admin_timeline_verdict,
  message: m.admin_timeline_message,
  admin: m.admin_timeline_admin,
  login: m.admin_timeline_login,
  case: m.admin_timeline_case,
  call: m.admin_timeline_call,
  review: m.admin_timeline_review,
  check: m.admin_timeline_check,
  payout: m.admin_timeline_payout,
}
const sides: Record<string, () => string> = { family: m.admin_timeline_by_family, mentor: m.admin_timeline_by_mentor }

/** Pages that events link to. */
const leads: Record<string, string> = {
  order: '/admin/sessions',
  booking: '/admin/sessions',
  replacement: '/admin/sessions',
  case: '/admin/reports',
  class: '/admin/sessions',
  dispute: '/admin/sessions',
  verdict: '/admin/sessions',
  payout: '/admin/payouts',
}

export type ShownEvent = {
  key: string
  title: string
  at: string
  facts: string
  text: string
  to: string | null
  /** Id of the class it is about, and when that was by then; null for the rest. */
  group: string | null
  classTime: string
}

/** For example "Identity passed". */
function checkTold(status: string): string {
  const [kind = '', check] = status.split(' ')
  return eventText({ kind: kind as MentorEvent['kind'], check: (check ?? null) as MentorEvent['check'], changes: [] })
    .title // safe: the table's own words
}

/** For example "Support: a payment · Open". */
function caseTold(status: string): string {
  const [state = '', kind = '', topic = ''] = status.split(' ')
  return [kindText({ kind: kind as CaseKind, topic }), stateText('case', state)].join(' · ') // safe: the table's own words
}

/** The channel of a message; its text says what it was about. */
function statusText(kind: string, status: string): string {
  if (kind === 'admin') return auditActionLabel(status)
  // The event is the booking itself; the status may have changed since.
  if (kind === 'booking') return m.admin_timeline_now({ status: stateText(kind, status) })
  if (kind === 'check') return checkTold(status)
  if (kind === 'case') return caseTold(status)
  if (kind !== 'message') return stateText(kind, status)
  const channel = status.split(', ').at(-1) ?? ''
  return Object.hasOwn(channelNames, channel) ? channelNames[channel as keyof typeof channelNames]() : channel // safe: it has it
}

/** The text of one event. */
export function eventTitle(one: TimelineEvent, nth: number): ShownEvent {
  const { at, kind, by, status, amount, lesson, classAt, toAt, minutes, text, about } = one
  // An accepted proposal moved the class.
  const time = kind === 'proposal' && status === 'accepted' ? toAt : classAt
  const facts = [
    by && (sides[by]?.() ?? by),
    status && statusText(kind, status),
    toAt && m.admin_timeline_to({ at: formatDateTime(toAt) }),
    amount !== null && formatRupees(amount),
    minutes !== null && minutes > 0 && minutesText(minutes),
  ]
  return {
    key: `${at} ${kind} ${nth}`,
    title: titles[kind]?.() ?? kind,
    at: formatDateTime(at),
    // The side that gave up a class may be the one at fault.
    facts: [...new Set(facts.filter(Boolean))].join(' · '),
    text,
    group: lesson,
    classTime: time ? formatDateTime(time) : '',
    to: about && leads[kind] ? `${leads[kind]}/${about}` : null,
  }
}
