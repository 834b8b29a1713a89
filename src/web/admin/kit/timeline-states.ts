import { disputeReasons } from '#contract/classes/limits.ts'
import { refundStatuses } from '#contract/money/limits.ts'
import type { callStatuses } from '#contract/support/limits.ts'
import { m } from '#messages'
import { reasonNames } from '../../dispute-labels.ts'
import { refundStatusName } from '../../refund-badge.tsx'
import type { BadgeKind } from '../../ui/badge.tsx'
import { knownBadge, knownStatus } from './session-labels.ts'

type Words = Record<string, () => string>
const calls: Record<(typeof callStatuses)[number], () => string> = {
  new: m.calls_status_new,
  assigned: m.calls_status_assigned,
  connected: m.calls_status_connected,
  unreachable: m.calls_status_unreachable,
  closed: m.calls_status_closed,
}
const refunds = Object.fromEntries(refundStatuses.map((one) => [one, () => refundStatusName(one)]))
/** Badges of states that are not those of a class or booking; a state that has another meaning for one kind is named with it. */
const badges: Partial<Record<string, BadgeKind>> = {
  open: 'pending',
  'case open': 'open',
  new: 'pending',
  assigned: 'awaiting',
  under_review: 'awaiting',
  waiting: 'awaiting',
  connected: 'paid',
  resolved: 'paid',
  published: 'paid',
  accepted: 'paid',
  used: 'paid',
  unreachable: 'failed',
  objected: 'failed',
  declined: 'cancelled',
  withdrawn: 'cancelled',
  hidden: 'cancelled',
}
const reasons = Object.fromEntries(disputeReasons.map((one) => [one, reasonNames[one]]))

/** Labels of states that are specific to one kind of event. */
const ofKind: Record<string, Words> = {
  order: { created: m.admin_state_created, paid: m.admin_state_paid },
  payment: {
    SUCCESS: m.admin_state_paid,
    PENDING: m.admin_state_pending,
    FAILED: m.admin_state_failed,
    USER_DROPPED: m.admin_state_dropped,
  },
  refund: refunds,
  payout: {
    open: m.admin_pay_open,
    paid: m.earn_state_paid,
    left_out: m.admin_pay_left_out,
    undone: m.admin_pay_undone,
  },
  call: calls,
  case: { open: m.cases_status_open },
  dispute: { ...reasons, no_show: m.dispute_reason_no_show, settled: m.admin_state_corrected },
}
const ofAnyKind: Words = {
  failed: m.admin_state_failed,
  expired: m.admin_state_expired,
  open: m.admin_state_open,
  under_review: m.cases_status_under_review,
  resolved: m.cases_status_resolved,
  hidden: m.admin_state_hidden,
  waiting: m.admin_state_waiting,
  published: m.admin_state_published,
  accepted: m.admin_state_accepted,
  declined: m.admin_state_declined,
  withdrawn: m.admin_state_withdrawn,
  decided: m.admin_state_decided,
  done: m.admin_state_done,
  objected: m.admin_state_objected,
  used: m.admin_state_used,
  voided: m.admin_state_voided,
  code: m.admin_state_code,
  'wrong-code': m.admin_state_wrong_code,
  from: m.admin_state_from,
  to: m.admin_state_to,
}

/** The label of an event's state. */
export const stateText = (kind: string, status: string): string =>
  ofKind[kind]?.[status]?.() ?? knownStatus(status) ?? ofAnyKind[status]?.() ?? status

/** The badge of an event's state. */
export const stateBadge = (kind: string, status: string): BadgeKind =>
  badges[`${kind} ${status}`] ?? badges[status] ?? knownBadge(status) ?? 'unknown'
