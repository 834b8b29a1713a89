import {
  type CaseAction,
  type CasePriority,
  type CaseStatus,
  caseActionStatuses,
} from '#contract/support/case-types.ts'
import type { Context } from '#server/context.ts'
import { restoreMentor } from '#server/mentors/verification/verification.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { assertLatestVersion, assertNotOwnDecision, assertNotPartyOfCase } from './guards.ts'
import * as rows from './locked-rows.ts'
import { suspendForCase } from './safety.ts'
import { trackingCode } from './tracking.ts'

type CaseActionInput = {
  step: CaseAction
  text: string
  to?: string | undefined
  priority?: CasePriority | undefined
  spoken: boolean
  despite: boolean
  version: number
}
type ActionContext = {
  context: Context
  tx: Transaction
  viewer: Viewer
  locked: rows.LockedCase
  input: CaseActionInput
}
/** Detail stored with the event in the history. */
type EventDetail = Record<string, string>

/** Support answers; operations and owner decide. A support ticket needs no decision. */
function assertRoleAllows(viewer: Viewer, { kind }: rows.LockedCase, step: CaseAction): void {
  const decides = ['reopen', 'pause', 'unpause'].includes(step) || (step === 'resolve' && kind !== 'support')
  if (decides && viewer.adminRole === 'support') throw new AppError('not-allowed')
}

/** Runs one action on a locked case. The same action by the same admin is idempotent. */
export async function runCaseAction(context: Context, viewer: Viewer, id: string, input: CaseActionInput) {
  return await transaction(context.db, async (tx) => {
    const locked = orNotFound(await rows.lockCase(tx, id))
    assertRoleAllows(viewer, locked, input.step)
    const isNote = input.step === 'note'
    const soleDecider = isNote ? {} : await assertNotPartyOfCase(tx, viewer, id)
    const newerEvents = await rows.eventsSince(tx, id, input.version)
    const target = input.to ?? input.priority ?? ''
    const isRepeat = ({ kind, accountId, text, detail }: rows.CaseEventRow) =>
      kind === input.step && accountId === viewer.accountId && text === input.text && detail.target === target
    if (newerEvents.some(isRepeat)) return { _id: id, status: locked.status, version: locked.version }
    // A party may add a note, but does not read those of others.
    const isShown = !isNote || (await rows.standingIn(tx, viewer.accountId, id)).isOpen
    assertLatestVersion(locked, input.version, isShown ? newerEvents : [])
    if (!caseActionStatuses[input.step].includes(locked.status))
      throw new AppError('case-moved', { status: locked.status })
    const detail = { target, ...soleDecider, ...(await handlers[input.step]({ context, tx, viewer, locked, input })) }
    const event = { kind: input.step, by: viewer.accountId, text: input.text, detail }
    const version = await rows.writeCaseEvent(tx, id, event)
    await writeAudit(tx, viewer, `case.${input.step}`, { kind: 'case', id, detail: { version, ...detail } })
    return { _id: id, status: statusAfter(input.step, locked.status), version }
  })
}

function statusAfter(step: CaseAction, status: CaseStatus): CaseStatus {
  if (step === 'take' || step === 'give') return 'under_review'
  if (step === 'resolve') return 'resolved'
  return step === 'reopen' || step === 'appeal' ? 'open' : status
}

async function assignTo({ tx, locked }: ActionContext, accountId: string): Promise<EventDetail> {
  const soleDecider = assertNotOwnDecision({ accountId }, locked)
  await assertNotPartyOfCase(tx, { accountId }, locked.id)
  const to = await rows.adminName(tx, accountId)
  if (to === null) throw new AppError('not-found')
  await rows.setOwner(tx, locked.id, accountId)
  return { to, ...soleDecider }
}

const handlers: Record<CaseAction, (scope: ActionContext) => Promise<EventDetail>> = {
  take: (scope) => assignTo(scope, scope.viewer.accountId),
  give: (scope) => assignTo(scope, scope.input.to ?? ''),
  priority: async ({ tx, locked, input: { priority = 'normal' } }) => {
    await rows.setPriority(tx, locked.id, priority)
    return { to: priority }
  },
  note: async () => ({}),
  answer: async ({ context, tx, locked, input }) => {
    await rows.setAnswered(tx, locked.id)
    if (input.spoken) return { way: 'spoken' }
    await notifyAnswered(tx, context, locked, input)
    return { way: locked.email ? 'email' : 'sms' }
  },
  resolve: async ({ tx, viewer, locked, input }) => {
    const soleDecider = assertNotOwnDecision(viewer, locked)
    if (locked.isDecidedElsewhere) throw new AppError('case-dispute-open')
    await rows.setDecided(tx, locked.id, viewer.accountId, input.text)
    return { ...soleDecider }
  },
  reopen: async ({ tx, locked }) => {
    await rows.setReopened(tx, locked.id)
    return {}
  },
  appeal: async ({ tx, viewer, locked }) => {
    await rows.setReopened(tx, locked.id)
    // Without a previous decider, the admin who files the appeal is barred from deciding it.
    await rows.setAppealed(tx, locked.id, locked.decidedBy ?? viewer.accountId)
    return {}
  },
  pause: async ({ context, tx, viewer, locked }) => {
    if (!locked.mentorId || !locked.isAboutMentor) throw new AppError('case-no-mentor')
    if (!(await suspendForCase(tx, context.config, locked.mentorId, viewer.accountId)))
      throw new AppError('case-no-mentor')
    return {}
  },
  unpause: async ({ context, tx, viewer, locked, input: { text, despite } }) => {
    if (!locked.mentorId || !locked.isAboutMentor) throw new AppError('case-no-mentor')
    const restore = { mentorId: locked.mentorId, by: viewer.accountId, reason: text, despite, without: locked.id }
    if (!(await restoreMentor(tx, context, restore))) throw new AppError('mentor-not-paused')
    return despite ? { despite: 'yes' } : {}
  },
  concerns: async ({ tx, viewer, locked, input }) => {
    // The mentor determines whose money the case is about.
    const soleDecider = assertNotOwnDecision(viewer, locked)
    if (locked.mentorId && !locked.isMentorSet) throw new AppError('case-mentor-set')
    const to = await rows.setMentor(tx, locked.id, input.to ?? '')
    if (to === null) throw new AppError('not-found')
    return { to, ...soleDecider }
  },
}

/** Email and in-app notification contain the answer; the SMS only announces it. */
async function notifyAnswered(
  tx: Transaction,
  { config }: Context,
  locked: rows.LockedCase,
  { text, version }: CaseActionInput,
): Promise<void> {
  const { id, number, name, phone, email, language, accountId, side } = locked
  const writer = accountId ? { accountId, side } : null
  const values = inBothLanguages((inLanguage) => ({
    number,
    name,
    answer: text,
    ...trackingCode(config, locked, inLanguage),
  }))
  await notify(tx, { event: 'case-answered', phone, email, language, writer, onceKey: `${id}:${version}`, values })
}
