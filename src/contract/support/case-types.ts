/** Kinds and states of cases, and the actions of admins. Free of zod: the browser may import them. */
export const caseKinds = ['support', 'report', 'dispute', 'refund', 'grievance', 'safety'] as const
export type CaseKind = (typeof caseKinds)[number]
export const caseStatuses = ['open', 'under_review', 'resolved'] as const
export type CaseStatus = (typeof caseStatuses)[number]
export const casePriorities = ['low', 'normal', 'high'] as const
export type CasePriority = (typeof casePriorities)[number]

/** Issue types of the specification's report list: Technical Problem, User Conduct, Payment Issue. */
export const issueTypes = ['technical', 'conduct', 'payment'] as const
export type IssueType = (typeof issueTypes)[number]
/** Topics that count as payment issues, whatever the kind of the case. */
export const paymentTopics: readonly string[] = ['payment', 'refund', 'chat-money']
/** Kinds that count as conduct issues. */
export const conductCaseKinds: readonly CaseKind[] = ['report', 'dispute', 'grievance', 'safety']

/** Issue type of a case; `cases/list-rows.ts` has the same rule in SQL. */
export function issueType(kind: CaseKind, topic: string): IssueType {
  if (kind === 'refund' || paymentTopics.includes(topic)) return 'payment'
  return conductCaseKinds.includes(kind) ? 'conduct' : 'technical'
}

export const caseActions = [
  'take',
  'give',
  'priority',
  'note',
  'answer',
  'resolve',
  'reopen',
  'appeal',
  'concerns',
  'pause',
  'unpause',
] as const
export type CaseAction = (typeof caseActions)[number]
/** Statuses in which each action is allowed. */
export const caseActionStatuses: Record<CaseAction, readonly CaseStatus[]> = {
  take: ['open', 'under_review'],
  give: ['open', 'under_review'],
  priority: ['open', 'under_review'],
  note: caseStatuses,
  answer: caseStatuses,
  resolve: ['open', 'under_review'],
  reopen: ['resolved'],
  appeal: ['resolved'],
  concerns: ['open', 'under_review'],
  pause: ['open', 'under_review'],
  unpause: ['open', 'under_review'],
}
/** Days after an admin restores a mentor in which reports of the same family do not suspend it automatically. */
export const autoSuspendCooldownDays = 30
/** Characters of a note, an answer or a reason. */
export const maxCaseTextLength = 2000
/** Hours until an unanswered case is escalated to the owners as well (IT Rules 2021; the E-Commerce Rules allow 48). */
export const acknowledgeHours = 24
/** Days until a case must be resolved, of any kind (IT Rules 2021; the E-Commerce Rules allow a month). */
export const settleDays = 15
/** Hours before a deadline from which the overview and the lists mark something as due soon. */
export const dueSoonHours = 24
/** Characters of a description in a list. */
export const maxDescriptionLength = 120

/** What became of the report of a safety case to the police. */
export const policeOutcomes = ['reported', 'not-needed'] as const
