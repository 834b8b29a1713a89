import { type RefundStatus, refundStatuses } from '#contract/money/limits.ts'
import type { AdminCase, CaseRow, TimelineEntry } from '#contract/support/admin-cases.ts'
import type { AnswerTemplate } from '#contract/support/answer-templates.ts'
import {
  type CaseKind,
  type CasePriority,
  type CaseStatus,
  caseKinds,
  casePriorities,
  caseStatuses,
  type IssueType,
  issueTypes,
  maxDescriptionLength,
} from '#contract/support/case-types.ts'
import { m } from '#messages'
import { reasonNames } from '../../dispute-labels.ts'
import { currentLocale } from '../../locale.ts'
import { refundStatusName } from '../../refund-badge.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { callStatusLabels } from './call-labels.server.ts'
import { clockOf } from './deadline.tsx'
import { fullDay, fullTime, timesText } from './full-time.ts'
import { stateBadge } from './timeline-states.ts'

type Words<K extends string> = Record<K, () => string>
const typeLabels: Words<IssueType> = {
  technical: m.cases_type_technical,
  conduct: m.cases_type_conduct,
  payment: m.cases_type_payment,
}
const kindLabels: Words<CaseKind> = {
  support: m.cases_kind_support,
  report: m.cases_kind_report,
  dispute: m.cases_kind_dispute,
  refund: m.cases_kind_refund,
  grievance: m.cases_kind_grievance,
  safety: m.cases_kind_safety,
}
/** The label of a case kind; an unknown one is returned as is. */
export const caseKindName = (kind: string): string =>
  Object.hasOwn(kindLabels, kind) ? kindLabels[kind as CaseKind]() : kind // safe: it is one of them
const statusLabels: Words<CaseStatus> = {
  open: m.cases_status_open,
  under_review: m.cases_status_under_review,
  resolved: m.cases_status_resolved,
}
/** The label of a case status; an unknown one is returned as is. */
export const caseStatusName = (status: string): string =>
  Object.hasOwn(statusLabels, status) ? statusLabels[status as CaseStatus]() : status // safe: it is one of them
const priorityLabels: Words<CasePriority> = {
  low: m.cases_priority_low,
  normal: m.cases_priority_normal,
  high: m.cases_priority_high,
}
/** The label of a case priority; an unknown one is returned as is. */
export const priorityName = (priority: string): string =>
  Object.hasOwn(priorityLabels, priority) ? priorityLabels[priority as CasePriority]() : priority // safe: it is one of them
const optionsOf = <K extends string>(all: readonly K[], words: Words<K>) =>
  all.map((value) => ({ value: value as string, label: words[value]() }))
/** Options of the filters and of the priority field. */
export const caseOptions = () => ({
  types: optionsOf(issueTypes, typeLabels),
  kinds: optionsOf(caseKinds, kindLabels),
  statuses: optionsOf(caseStatuses, statusLabels),
  priorities: optionsOf(casePriorities, priorityLabels),
})

const topicLabels: Partial<Record<string, () => string>> = {
  finding: m.contact_topic_finding,
  booking: m.contact_topic_booking,
  payment: m.contact_topic_payment,
  refund: m.contact_topic_refund,
  mentor: m.contact_topic_mentor,
  login: m.contact_topic_login,
  ...reasonNames,
  no_show: m.dispute_reason_no_show,
  review: m.cases_topic_review,
  reply: m.cases_topic_reply,
  'chat-contact': m.cases_topic_chat_contact,
  'chat-money': m.cases_topic_chat_money,
  'chat-rude': m.cases_topic_chat_rude,
  'chat-unsafe': m.cases_topic_chat_unsafe,
  'chat-other': m.cases_topic_chat_other,
  'class-unsafe': m.cases_topic_class_unsafe,
}
/** For example "Support: a payment"; the topics of chats say that they are reports. */
export const kindText = ({ kind, topic }: Pick<CaseRow, 'kind' | 'topic'>) =>
  kind === 'report' && topic.startsWith('chat-')
    ? topicText({ topic })
    : [...new Set([kindLabels[kind](), topicLabels[topic]?.()])].filter(Boolean).join(': ')

/** What a case is about, without its kind; empty if nobody said. */
export const topicText = ({ topic }: Pick<CaseRow, 'topic'>): string => topicLabels[topic]?.() ?? ''

/** What the reporter wrote; of a report without words the reason. */
const wordsOf = ({ topic, description }: Pick<CaseRow, 'topic' | 'description'>): string =>
  topic === `chat-${description}` ? topicText({ topic }) : description

/** The first characters (graphemes) of a description, with an ellipsis. */
export function cutText(text: string, most: number): string {
  const letters = [...new Intl.Segmenter(currentLocale()).segment(text.replace(/\s+/g, ' ').trim())]
  if (letters.length <= most) return letters.map(({ segment }) => segment).join('')
  const cut = letters.slice(0, most).map(({ segment }) => segment)
  return `${cut.join('')}…`
}

/** A case as shown in its row. */
export const caseRow = (one: CaseRow) => ({
  _id: one._id,
  number: one.number,
  type: typeLabels[one.type](),
  kind: kindText(one),
  by: one.reportedBy,
  about: one.concerning ?? '',
  text: cutText(wordsOf(one), maxDescriptionLength),
  at: fullTime(one.createdAt),
  day: fullDay(one.createdAt),
  status: one.status,
  statusWord: statusLabels[one.status](),
  priority: one.priority,
  priorityWord: priorityLabels[one.priority](),
  owner: one.owner?.name ?? m.cases_owner_nobody(),
  /** "5 h left"; null once the case is closed. */
  clock: one.dueAt && clockOf(Date.parse(one.dueAt)),
})

const momentLabels: Words<TimelineEntry['kind']> = {
  take: m.cases_event_take,
  give: m.cases_event_give,
  priority: m.cases_event_priority,
  note: m.cases_event_note,
  answer: m.cases_event_answer,
  resolve: m.cases_event_resolve,
  reopen: m.cases_event_reopen,
  appeal: m.cases_event_appeal,
  concerns: m.cases_event_concerns,
  pause: m.cases_event_pause,
  unpause: m.cases_event_unpause,
  overdue: m.cases_event_overdue,
  opened: m.cases_event_opened,
  message: m.cases_event_message,
  call: m.cases_event_call,
  chat: m.cases_event_chat,
  chat_look: m.cases_event_chat_look,
  kept: m.cases_event_kept,
  adult: m.cases_event_adult,
  marked: m.cases_event_marked,
  code: m.cases_event_code,
  ticked: m.cases_event_ticked,
  disputed: m.cases_event_disputed,
  decided: m.cases_event_decided,
  settled: m.cases_event_settled,
  paid: m.cases_event_paid,
  refund: m.cases_event_refund,
  refund_ended: m.cases_event_refund_ended,
}
const channelLabels: Partial<Record<string, () => string>> = {
  email: m.cases_way_email,
  sms: m.cases_way_sms,
  spoken: m.cases_way_spoken,
  'sms-failed': m.cases_way_failed,
  'email-failed': m.cases_way_failed,
}
const deadlineLabels: Partial<Record<string, () => string>> = {
  answer: m.cases_clock_answer,
  acknowledge: m.cases_clock_acknowledge,
  settle: m.cases_clock_settle,
}
const adultLabels: Partial<Record<string, () => string>> = {
  'family-yes': m.cases_adult_family_yes,
  'family-no': m.cases_adult_family_no,
  'mentor-yes': m.cases_adult_mentor_yes,
  'mentor-no': m.cases_adult_mentor_no,
}
const keptLabels: Partial<Record<string, () => string>> = {
  class_record: m.cases_kept_attendance,
  review: m.cases_kept_review,
  message: m.cases_kept_message,
}
/** The label of an event's detail; an unknown one is returned as is. */
export const caseDetailName = (detail: string): string =>
  (deadlineLabels[detail] ?? channelLabels[detail])?.() ?? detail
type CaseMoment = Pick<TimelineEntry, 'kind' | 'detail'>

function detailText({ kind, detail }: CaseMoment): string {
  if (kind === 'opened' || kind === 'disputed') return topicLabels[detail]?.() ?? ''
  if (kind === 'priority') return priorityLabels[detail as CasePriority]?.() ?? detail // safe: written by steps.ts
  if (kind === 'answer' || kind === 'message') return channelLabels[detail]?.() ?? detail
  if (kind === 'chat') return detail.endsWith('-reported') ? m.cases_chat_reported() : ''
  if (kind === 'overdue') return deadlineLabels[detail]?.() ?? detail
  if (kind === 'call') return callStatusLabels[detail as keyof typeof callStatusLabels]?.() ?? detail // safe: of its table
  if (kind === 'refund_ended' && (refundStatuses as readonly string[]).includes(detail))
    return refundStatusName(detail as RefundStatus) // safe: looked up just now
  if (kind === 'adult') return adultLabels[detail]?.() ?? ''
  if (kind === 'kept') return keptLabels[detail]?.() ?? detail
  if (kind === 'marked') return timesText(detail)
  return kind === 'decided' || kind === 'take' || kind === 'unpause' ? '' : detail
}

/** The title of an event. */
export const momentTitle = (one: CaseMoment): string =>
  [momentLabels[one.kind](), detailText(one)].filter(Boolean).join(': ')

/** Of a call request the text is "Meera → Sunita: note". */
function callMoment(one: Pick<TimelineEntry, 'kind' | 'detail' | 'text'>) {
  const [from = '', rest = ''] = one.text.split(' → ')
  const [to = '', ...note] = rest.split(': ')
  return { title: m.timeline_call({ from, to }), state: detailText(one), text: note.join(': ') }
}

const sideLabels: Words<AdminCase['side']> = {
  family: m.cases_side_family,
  mentor: m.cases_side_mentor,
  visitor: m.cases_side_visitor,
}

/** Reply templates in the recipient's language. */
function answersFor({ language, reportedBy, settleBy }: AdminCase, answers: readonly AnswerTemplate[]) {
  const values: Record<string, string> = { name: reportedBy, by: fullTime(settleBy, language) }
  return answers.map((one, i) => ({
    key: `${i + 1}`,
    label: currentLocale() === 'hi' ? one.titleHi : one.titleEn,
    text: one[language].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  }))
}

const isAppealed = ({ appealedAt, status }: AdminCase) => appealedAt !== null && status !== 'resolved'

/** The data of a case's page. */
export const toCaseDetail = (one: AdminCase, answers: readonly AnswerTemplate[]) => ({
  ...caseRow(one),
  description: wordsOf(one),
  who: one.concerning
    ? m.cases_by_about({ by: one.reportedBy, about: one.concerning })
    : m.cases_by_only({ by: one.reportedBy }),
  version: one.version,
  side: sideLabels[one.side](),
  isProven: one.side !== 'visitor',
  phone: one.phone,
  email: one.email,
  language: one.language,
  mentor: one.mentor,
  family: one.family,
  answerBy: fullTime(one.answerBy),
  answeredAt: one.answeredAt && fullTime(one.answeredAt),
  settleBy: fullTime(one.settleBy),
  resolvedAt: one.resolvedAt && fullTime(one.resolvedAt),
  resolution: one.resolution,
  decidedBy: one.decidedBy,
  appealedAt: one.appealedAt && fullTime(one.appealedAt),
  appealOf: one.appealOf,
  isAppealed: isAppealed(one),
  /** Admins who decided earlier and are not responsible now. */
  barred: isAppealed(one) ? one.deciders : [],
  refund: one.refund,
  kindName: one.kind,
  hasChat: one.hasChat,
  police: one.police,
  dispute: one.dispute,
  review: one.review,
  /** An admin may set the mentor it concerns. */
  canName: one.side !== 'mentor' && one.isMentorOpen && one.status !== 'resolved',
  canUnpause: one.side !== 'mentor' && one.mentor?.status === 'suspended' && one.status !== 'resolved',
  canPause: one.side !== 'mentor' && one.mentor?.status === 'verified' && one.status !== 'resolved',
  orders: one.orders.map(({ amount, paidAt, ...rest }) => ({
    ...rest,
    amount: formatRupees(amount),
    paidAt: fullTime(paidAt),
  })),
  timeline: one.timeline.map((moment, i) => ({
    key: `${moment.at} ${moment.kind} ${i}`,
    title: momentTitle(moment),
    state: '',
    badge: stateBadge(moment.kind, moment.detail),
    text: moment.kind === 'kept' ? timesText(moment.text) : moment.text,
    ...(moment.kind === 'call' && callMoment(moment)),
    // The dispute has its words.
    ...(moment.kind === 'opened' && one.dispute && { title: m.cases_event_opened(), text: '' }),
    isReported: moment.kind === 'chat' && moment.detail.endsWith('-reported'),
    who: [moment.by, fullTime(moment.at)].filter(Boolean).join(' · '),
    amount: moment.amount === null ? '' : formatRupees(moment.amount),
  })),
  admins: one.admins.map(({ _id, name }) => ({ value: _id, label: name })),
  ownerId: one.owner?._id ?? null,
  answers: answersFor(one, answers),
})
export type ShownCase = ReturnType<typeof toCaseDetail>
