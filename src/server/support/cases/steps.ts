import { type CasePriority, type CaseStatus, type CaseStep, stepsFrom } from '#contract/support/case-types.ts'
import type { Context } from '#server/context.ts'
import { restoreMentor } from '#server/mentors/verification/verification.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { mustBeAnother, mustBeNewest } from './deciding.ts'
import * as rows from './locked-rows.ts'
import { pauseForCase } from './safety.ts'

export type Asked = {
  step: CaseStep
  text: string
  to?: string | undefined
  priority?: CasePriority | undefined
  spoken: boolean
  despite: boolean
  version: number
}
type Work = { context: Context; tx: Transaction; viewer: Viewer; one: rows.LockedCase; asked: Asked }
/** What a step says of itself in the history, besides its words. */
type Detail = Record<string, string>

/** Support answers and connects; what decides anything is for operations and owner. A support ticket is over when it is answered. */
function mustBeAllowed(viewer: Viewer, { kind }: rows.LockedCase, step: CaseStep): void {
  const decides = ['reopen', 'pause', 'unpause'].includes(step) || (step === 'resolve' && kind !== 'support')
  if (decides && viewer.adminRole === 'support') throw new AppError('not-allowed')
}

/** Does one step with a case, under its lock. The same step of the same admin again is a success. */
export async function stepCase(context: Context, viewer: Viewer, id: string, asked: Asked) {
  return await transaction(context.db, async (tx) => {
    const one = await rows.lockCase(tx, id)
    if (!one) throw new AppError('not-found')
    mustBeAllowed(viewer, one, asked.step)
    const since = await rows.eventsSince(tx, id, asked.version)
    const target = asked.to ?? asked.priority ?? ''
    const isSame = ({ kind, accountId, text, detail }: rows.Since) =>
      kind === asked.step && accountId === viewer.accountId && text === asked.text && detail.target === target
    if (since.some(isSame)) return { _id: id, status: one.status, version: one.version }
    mustBeNewest(one, asked.version, since)
    if (!stepsFrom[asked.step].includes(one.status)) throw new AppError('case-moved', { status: one.status })
    const detail = { target, ...(await steps[asked.step]({ context, tx, viewer, one, asked })) }
    const event = { kind: asked.step, by: viewer.accountId, text: asked.text, detail }
    const version = await rows.writeCaseEvent(tx, id, event)
    await writeAudit(tx, viewer, `case.${asked.step}`, { kind: 'case', id, detail: { version, ...detail } })
    return { _id: id, status: statusAfter(asked.step, one.status), version }
  })
}

function statusAfter(step: CaseStep, status: CaseStatus): CaseStatus {
  if (step === 'take' || step === 'give') return 'under_review'
  if (step === 'resolve') return 'resolved'
  return step === 'reopen' || step === 'appeal' ? 'open' : status
}

async function own({ tx, one }: Work, accountId: string): Promise<Detail> {
  const alone = mustBeAnother({ accountId }, one)
  const to = await rows.adminName(tx, accountId)
  if (to === null) throw new AppError('not-found')
  await rows.setOwner(tx, one.id, accountId)
  return { to, ...alone }
}

const steps: Record<CaseStep, (work: Work) => Promise<Detail>> = {
  take: (work) => own(work, work.viewer.accountId),
  give: (work) => own(work, work.asked.to ?? ''),
  priority: async ({ tx, one, asked: { priority = 'normal' } }) => {
    await rows.setPriority(tx, one.id, priority)
    return { to: priority }
  },
  note: async () => ({}),
  answer: async ({ tx, one, asked }) => {
    await rows.setAnswered(tx, one.id)
    if (asked.spoken) return { way: 'spoken' }
    await tellAnswer(tx, one, asked)
    return { way: one.email ? 'email' : 'sms' }
  },
  resolve: async ({ tx, viewer, one, asked }) => {
    const alone = mustBeAnother(viewer, one)
    if (one.isElsewhere) throw new AppError('case-dispute-open')
    await rows.setDecided(tx, one.id, viewer.accountId, asked.text)
    return { ...alone }
  },
  reopen: async ({ tx, one }) => {
    await rows.setOpenAgain(tx, one.id)
    return {}
  },
  appeal: async ({ tx, viewer, one }) => {
    await rows.setOpenAgain(tx, one.id)
    // What nobody of us decided, or a job did, is decided by another than the one who writes the appeal down.
    await rows.setAppealed(tx, one.id, one.decidedBy ?? viewer.accountId)
    return {}
  },
  pause: async ({ context, tx, viewer, one }) => {
    if (!one.mentorId || !one.isAboutMentor) throw new AppError('case-no-mentor')
    if (!(await pauseForCase(tx, context.config, one.mentorId, viewer.accountId))) throw new AppError('case-no-mentor')
    return {}
  },
  unpause: async ({ context, tx, viewer, one, asked: { text, despite } }) => {
    if (!one.mentorId || !one.isAboutMentor) throw new AppError('case-no-mentor')
    const back = { mentorId: one.mentorId, by: viewer.accountId, reason: text, despite, without: one.id }
    if (!(await restoreMentor(tx, context, back))) throw new AppError('mentor-not-paused')
    return despite ? { despite: 'yes' } : {}
  },
  concerns: async ({ tx, viewer, one, asked }) => {
    // Whose money it is about follows from it.
    const alone = mustBeAnother(viewer, one)
    if (one.mentorId && !one.isMentorGiven) throw new AppError('case-mentor-set')
    const to = await rows.setMentor(tx, one.id, asked.to ?? '')
    if (to === null) throw new AppError('not-found')
    return { to, ...alone }
  },
}

/** The whole answer goes by e-mail and as news; the SMS says that it is there. */
async function tellAnswer(tx: Transaction, one: rows.LockedCase, { text, version }: Asked): Promise<void> {
  const { id, number, name, phone, email, language, accountId, side } = one
  const writer = accountId && side ? { accountId, side } : null
  const values = inBothLanguages(() => ({ number, name, answer: text }))
  await notify(tx, { event: 'case-answered', phone, email, language, writer, onceKey: `${id}:${version}`, values })
}
