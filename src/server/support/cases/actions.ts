import {
  type CaseAction,
  type CasePriority,
  type CaseStatus,
  caseActionStatuses,
} from '#contract/support/case-types.ts'
import type { Context } from '#server/context.ts'
import { restoreMentor } from '#server/mentors/verification/verification.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertLatestVersion, assertNotOwnDecision } from './guards.ts'
import * as rows from './locked-rows.ts'
import { suspendForCase } from './safety.ts'

export type CaseActionInput = {
  step: CaseAction
  text: string
  to?: string | undefined
  priority?: CasePriority | undefined
  spoken: boolean
  despite: boolean
  version: number
}
type ActionContext = { context: Context; tx: Transaction; viewer: Viewer; one: rows.LockedCase; asked: CaseActionInput }
/** Detail stored with the event in the history. */
type EventDetail = Record<string, string>

/** Support answers; operations and owner decide. A support ticket needs no decision. */
function assertRoleAllows(viewer: Viewer, { kind }: rows.LockedCase, step: CaseAction): void {
  const decides = ['reopen', 'pause', 'unpause'].includes(step) || (step === 'resolve' && kind !== 'support')
  if (decides && viewer.adminRole === 'support') throw new AppError('not-allowed')
}

/** Runs one action on a locked case. The same action by the same admin is idempotent. */
export async function runCaseAction(context: Context, viewer: Viewer, id: string, asked: CaseActionInput) {
  return await transaction(context.db, async (tx) => {
    const one = await rows.lockCase(tx, id)
    if (!one) throw new AppError('not-found')
    assertRoleAllows(viewer, one, asked.step)
    const since = await rows.eventsSince(tx, id, asked.version)
    const target = asked.to ?? asked.priority ?? ''
    const isSame = ({ kind, accountId, text, detail }: rows.CaseEventRow) =>
      kind === asked.step && accountId === viewer.accountId && text === asked.text && detail.target === target
    if (since.some(isSame)) return { _id: id, status: one.status, version: one.version }
    assertLatestVersion(one, asked.version, since)
    if (!caseActionStatuses[asked.step].includes(one.status)) throw new AppError('case-moved', { status: one.status })
    const detail = { target, ...(await handlers[asked.step]({ context, tx, viewer, one, asked })) }
    const event = { kind: asked.step, by: viewer.accountId, text: asked.text, detail }
    const version = await rows.writeCaseEvent(tx, id, event)
    await writeAudit(tx, viewer, `case.${asked.step}`, { kind: 'case', id, detail: { version, ...detail } })
    return { _id: id, status: statusAfter(asked.step, one.status), version }
  })
}

function statusAfter(step: CaseAction, status: CaseStatus): CaseStatus {
  if (step === 'take' || step === 'give') return 'under_review'
  if (step === 'resolve') return 'resolved'
  return step === 'reopen' || step === 'appeal' ? 'open' : status
}

async function assignTo({ tx, one }: ActionContext, accountId: string): Promise<EventDetail> {
  const alone = assertNotOwnDecision({ accountId }, one)
  const to = await rows.adminName(tx, accountId)
  if (to === null) throw new AppError('not-found')
  await rows.setOwner(tx, one.id, accountId)
  return { to, ...alone }
}

const handlers: Record<CaseAction, (work: ActionContext) => Promise<EventDetail>> = {
  take: (work) => assignTo(work, work.viewer.accountId),
  give: (work) => assignTo(work, work.asked.to ?? ''),
  priority: async ({ tx, one, asked: { priority = 'normal' } }) => {
    await rows.setPriority(tx, one.id, priority)
    return { to: priority }
  },
  note: async () => ({}),
  answer: async ({ tx, one, asked }) => {
    await rows.setAnswered(tx, one.id)
    if (asked.spoken) return { way: 'spoken' }
    await notifyAnswered(tx, one, asked)
    return { way: one.email ? 'email' : 'sms' }
  },
  resolve: async ({ tx, viewer, one, asked }) => {
    const alone = assertNotOwnDecision(viewer, one)
    if (one.isElsewhere) throw new AppError('case-dispute-open')
    await rows.setDecided(tx, one.id, viewer.accountId, asked.text)
    return { ...alone }
  },
  reopen: async ({ tx, one }) => {
    await rows.setReopened(tx, one.id)
    return {}
  },
  appeal: async ({ tx, viewer, one }) => {
    await rows.setReopened(tx, one.id)
    // Without a previous decider, the admin who files the appeal is barred from deciding it.
    await rows.setAppealed(tx, one.id, one.decidedBy ?? viewer.accountId)
    return {}
  },
  pause: async ({ context, tx, viewer, one }) => {
    if (!one.mentorId || !one.isAboutMentor) throw new AppError('case-no-mentor')
    if (!(await suspendForCase(tx, context.config, one.mentorId, viewer.accountId)))
      throw new AppError('case-no-mentor')
    return {}
  },
  unpause: async ({ context, tx, viewer, one, asked: { text, despite } }) => {
    if (!one.mentorId || !one.isAboutMentor) throw new AppError('case-no-mentor')
    const back = { mentorId: one.mentorId, by: viewer.accountId, reason: text, despite, without: one.id }
    if (!(await restoreMentor(tx, context, back))) throw new AppError('mentor-not-paused')
    return despite ? { despite: 'yes' } : {}
  },
  concerns: async ({ tx, viewer, one, asked }) => {
    // The mentor determines whose money the case is about.
    const alone = assertNotOwnDecision(viewer, one)
    if (one.mentorId && !one.isMentorGiven) throw new AppError('case-mentor-set')
    const to = await rows.setMentor(tx, one.id, asked.to ?? '')
    if (to === null) throw new AppError('not-found')
    return { to, ...alone }
  },
}

/** Email and in-app notification contain the answer; the SMS only announces it. */
async function notifyAnswered(
  tx: Transaction,
  one: rows.LockedCase,
  { text, version }: CaseActionInput,
): Promise<void> {
  const { id, number, name, phone, email, language, accountId, side } = one
  const writer = accountId && side ? { accountId, side } : null
  const values = inBoth(() => ({ number, name, answer: text }))
  await notify(tx, { event: 'case-answered', phone, email, language, writer, onceKey: `${id}:${version}`, values })
}
