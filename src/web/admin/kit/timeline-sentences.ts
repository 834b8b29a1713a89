import type { TimelineEvent, timelineKinds } from '#contract/admin/timeline.ts'
import type { MentorEvent } from '#contract/mentors/verification.ts'
import type { CaseKind } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatRupees } from '../../ui/money.tsx'
import { auditActionLabel } from './audit-labels.server.ts'
import { kindText } from './case-labels.server.ts'
import { eventText } from './event-labels.server.ts'
import { fullTime, timesText } from './full-time.ts'
import { channelNames } from './message-cells.tsx'
import { messageName } from './message-names.server.ts'
import { stateText } from './timeline-states.ts'

/** `state`: what became of it. `text`: what somebody wrote. `code`: number or ids. */
type Sentence = { sentence: string; state?: string; text?: string; code?: string }
type Kind = (typeof timelineKinds)[number]
/** An event with its values as text; empty where they do not apply. */
type Told = { one: TimelineEvent; who: string; amount: string; minutes: string; state: string; text: string }

/** The subject of the sentence. In Hindi with "ने". */
function whoText(by: string | null): string {
  if (by === null) return m.timeline_who_us()
  return by === 'family'
    ? m.timeline_who_family()
    : by === 'mentor'
      ? m.timeline_who_mentor()
      : m.timeline_who_named({ name: by })
}
const pick = <V>(from: Record<string, (values: V) => string>, key: string | null, values: V): string | undefined =>
  key !== null && Object.hasOwn(from, key) ? from[key]?.(values) : undefined

type Amount = { amount: string }
const orders: Record<string, (values: Amount) => string> = {
  created: m.timeline_order_created,
  paid: m.timeline_order_paid,
  failed: m.timeline_order_failed,
  expired: m.timeline_order_expired,
}
const payments: Record<string, (values: Amount) => string> = {
  SUCCESS: m.timeline_paid,
  PENDING: m.timeline_payment_pending,
  FAILED: m.timeline_payment_failed,
  USER_DROPPED: m.timeline_payment_dropped,
}
const methods: Record<string, () => string> = {
  upi: () => 'UPI',
  card: m.timeline_method_card,
  credit_card: m.timeline_method_card,
  debit_card: m.timeline_method_card,
  netbanking: m.timeline_method_netbanking,
  net_banking: m.timeline_method_netbanking,
  wallet: m.timeline_method_wallet,
}
const classes: Record<string, (values: { what: string; amount: string }) => string> = {
  held: m.timeline_class_held,
  scheduled: m.timeline_class_scheduled,
  cancelled: m.timeline_class_cancelled,
  moved: m.timeline_class_moved,
  missed_by_mentor: m.timeline_class_missed_mentor,
  missed_by_family: m.timeline_class_missed_family,
}
const refunds: Record<string, (values: Amount & { who: string }) => string> = {
  requested: m.timeline_refund_requested,
  approved: m.timeline_refund_approved,
  sent: m.timeline_refund_sent,
  settled: m.timeline_refund_settled,
  failed: m.timeline_refund_failed,
  declined: m.timeline_refund_declined,
}
const payouts: Record<string, (values: Amount) => string> = {
  open: m.timeline_payout_open,
  paid: m.timeline_payout_paid,
  left_out: m.timeline_payout_left_out,
  undone: m.timeline_payout_undone,
}
const logins: Record<string, () => string> = {
  student: m.timeline_login_family,
  mentor: m.timeline_login_mentor,
  admin: m.timeline_login_admin,
  ended: m.timeline_login_ended,
}

function paymentTold({ one, amount, state, text }: Told): Sentence {
  const [first = '', ...ids] = text.split(', ')
  const method = Object.hasOwn(methods, first) ? methods[first]?.() : undefined
  // The gateway's own words are left out.
  const code = (method ? ids : [first, ...ids]).filter((id) => /\d/.test(id)).join(', ')
  if (one.status === 'SUCCESS' && method) return { sentence: m.timeline_paid_by({ amount, method }), code }
  return { sentence: pick(payments, one.status, { amount }) ?? `${amount} (${state})`, code }
}

function cancelledTold({ one, who, amount, minutes }: Told): Sentence {
  const cause = one.status && one.status !== one.by
  const parts = [
    m.timeline_cancelled({ who }),
    cause && (one.status === 'mentor' ? m.timeline_cause_mentor() : m.timeline_cause_family()),
    one.amount && m.timeline_charged({ amount }),
    minutes && m.timeline_owed({ minutes }),
  ]
  return { sentence: parts.filter(Boolean).join(', ') }
}

function disputeTold({ one, amount, state, text }: Told): Sentence {
  if (one.status === 'settled') return { sentence: m.timeline_corrected_class({ amount }), text }
  const told = one.by === 'family' ? m.timeline_disputed : m.timeline_dispute
  return { sentence: told({ amount, reason: state }), text }
}

function caseTold({ one, text }: Told): Sentence {
  const [state = '', kind = '', topic = ''] = (one.status ?? '').split(' ')
  const [code = '', name] = text.split(', ')
  const about = kindText({ kind: kind as CaseKind, topic }) // safe: the table's own words
  const sentence = name ? m.timeline_case_by({ name, kind: about }) : m.timeline_case({ kind: about })
  return { sentence, state: stateText('case', state), code }
}

function checkTold({ one, text }: Told): Sentence {
  const [kind = '', check] = (one.status ?? '').split(' ')
  const of = { kind: kind as MentorEvent['kind'], check: (check ?? null) as MentorEvent['check'], changes: [] } // safe: the table's own words
  const { title } = eventText(of)
  return { sentence: one.by ? m.timeline_by({ who: one.by, what: title }) : title, text }
}

function messageTold({ one, text }: Told): Sentence {
  const [template = '', of = ''] = (one.status ?? '').split(', ')
  const channel = Object.hasOwn(channelNames, of) ? channelNames[of as keyof typeof channelNames]() : of // safe: it has it
  const values = { channel, name: messageName(template) }
  if (one.by === 'family') return { sentence: m.timeline_message_family(values), text }
  return { sentence: (one.by === 'mentor' ? m.timeline_message_mentor : m.timeline_message)(values), text }
}

const tellers: Record<Kind, (told: Told) => Sentence> = {
  order: ({ one, amount, state, text }) => ({
    sentence: pick(orders, one.status, { amount }) ?? `${amount} (${state})`,
    code: text,
  }),
  payment: paymentTold,
  receipt: ({ text }) => ({ sentence: m.timeline_receipt(), code: text }),
  booking: ({ amount, minutes, state, text }) => ({
    sentence: text ? m.timeline_booked_with({ minutes, name: text, amount }) : m.timeline_booked({ minutes, amount }),
    state,
  }),
  replacement: ({ one, text }) => ({
    sentence: one.status === 'to' ? m.timeline_moved_to({ name: text }) : m.timeline_moved_from({ name: text }),
  }),
  timetable: ({ one, who, minutes, text }) => ({
    sentence: m.timeline_weekly({ who, minutes, at: one.classAt ? fullTime(one.classAt) : '' }),
    text,
  }),
  corrected: ({ who, text }) => ({ sentence: m.timeline_corrected({ who }), text }),
  class: ({ one, amount, minutes, state, text }) => {
    const what = text ? m.timeline_class_with({ minutes, name: text }) : m.timeline_class({ minutes })
    return { sentence: pick(classes, one.status, { what, amount }) ?? `${what} (${state})` }
  },
  marked: ({ one, text }) => ({
    sentence:
      one.status === 'code'
        ? m.timeline_marked_code()
        : one.status === 'wrong-code'
          ? m.timeline_marked_wrong()
          : m.timeline_marked(),
    text: timesText(text),
  }),
  confirmed: ({ one }) => ({
    sentence: one.status === 'code' ? m.timeline_confirmed_code() : m.timeline_confirmed(),
  }),
  settled: ({ amount }) => ({ sentence: m.timeline_settled({ amount }) }),
  cancelled: cancelledTold,
  no_show: ({ who, state }) => ({ sentence: m.timeline_no_show({ who }), state }),
  proposal: ({ one, who, state }) => ({
    sentence: m.timeline_proposal({ who, at: one.toAt ? fullTime(one.toAt) : '' }),
    state,
  }),
  credit: ({ minutes, state }) => ({ sentence: m.timeline_credit({ minutes }), state }),
  refund: ({ one, who, amount, state, text }) => ({
    sentence: pick(refunds, one.status, { who, amount }) ?? `${amount} (${state})`,
    text,
  }),
  dispute: disputeTold,
  verdict: ({ one, who, amount, text }) => ({
    sentence: one.status === 'withdrawn' ? m.timeline_withdrawn() : m.timeline_verdict({ who, amount }),
    text,
  }),
  message: messageTold,
  admin: ({ one, text }) => ({
    sentence: m.timeline_by({ who: one.by ?? m.brand_name(), what: auditActionLabel(one.status ?? '') }),
    text,
  }),
  login: ({ one, text }) => ({ sentence: `${pick(logins, one.status, undefined) ?? ''}${text && ` (${text})`}` }),
  case: caseTold,
  call: ({ state, text }) => {
    const [from = '', to = ''] = text.split(' → ')
    return { sentence: m.timeline_call({ from, to }), state }
  },
  review: ({ state, text }) => {
    const [stars = '', ...name] = text.split(': ').reverse()
    return { sentence: m.timeline_review({ name: name.reverse().join(': '), stars }), state }
  },
  check: checkTold,
  payout: ({ one, amount, state, text }) => ({
    sentence: pick(payouts, one.status, { amount }) ?? `${amount} (${state})`,
    code: text,
  }),
}
const isKind = (kind: string): kind is Kind => Object.hasOwn(tellers, kind)

/** Who did what, in one sentence. An unknown kind keeps its name. */
export function sentenceOf(one: TimelineEvent): Sentence {
  if (!isKind(one.kind)) return { sentence: one.kind, text: one.text }
  return tellers[one.kind]({
    one,
    who: whoText(one.by),
    text: one.text,
    amount: one.amount === null ? '' : formatRupees(one.amount),
    minutes: one.minutes !== null && one.minutes > 0 ? minutesText(one.minutes) : '',
    state: one.status ? stateText(one.kind, one.status) : '',
  })
}
