/** Kinds and states of cases, and what an admin does with one. Free of zod: the browser may import them. */
export const caseKinds = ['support', 'report', 'dispute', 'refund', 'grievance', 'safety'] as const
export type CaseKind = (typeof caseKinds)[number]
export const caseStatuses = ['open', 'under_review', 'resolved'] as const
export type CaseStatus = (typeof caseStatuses)[number]
export const casePriorities = ['low', 'normal', 'high'] as const
export type CasePriority = (typeof casePriorities)[number]

/** Technical Problem, User Conduct, Payment Issue: how the list of reports calls every case. */
export const issueTypes = ['technical', 'conduct', 'payment'] as const
export type IssueType = (typeof issueTypes)[number]
/** Topics about money, whatever the kind of the case. */
export const paymentTopics: readonly string[] = ['payment', 'refund', 'chat-money']
/** Kinds that are about what somebody did; what is left is technical. */
export const conductCaseKinds: readonly CaseKind[] = ['report', 'dispute', 'grievance', 'safety']

/** The issue type of a case; `cases/list-rows.ts` says the same in SQL. */
export function issueType(kind: CaseKind, topic: string): IssueType {
  if (kind === 'refund' || paymentTopics.includes(topic)) return 'payment'
  return conductCaseKinds.includes(kind) ? 'conduct' : 'technical'
}

/** What an admin does with a case. */
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
/** From which states a step is made. */
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
/** Days in which a family, whose report paused a mentor until an admin lifted that, does not pause it again by itself. */
export const autoSuspendCooldownDays = 30
/** Letters of a note, an answer or a reason. */
export const maxCaseTextLength = 2000
/** A grievance that nobody answered for so long is told to the owners of the place too. */
export const acknowledgeHours = 48
/** Letters of a description in a list. */
export const maxDescriptionLength = 30
