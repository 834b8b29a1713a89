import { maxReportsPerDay, type ReportReason, reportContext } from '#contract/chat/chat-limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/people/profiles/profiles.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { assertNotPartyOfCase, openCase, suspendOnReport } from '#server/support/cases/cases.ts'
import { conversationFor, partyOf } from './chat.ts'
import { toReadable, toUnmasked } from './masked-messages.ts'
import { messageRows } from './message-rows.ts'
import * as rows from './report-rows.ts'

type ReportInput = { reason: ReportReason; text?: string | undefined; seq?: number | undefined }

/** Reports a conversation or one of its messages: opens a case. The same report returns the case that is still open. */
export async function reportConversation(
  { db, config }: Context,
  viewer: Viewer,
  conversationId: string,
  input: ReportInput,
) {
  const me = partyOf(viewer)
  return await transaction(db, async (tx) => {
    const { reason, text, seq = null } = input
    const { familyId, mentorId, lastSeq } = await conversationFor(tx, me, conversationId)
    if (seq !== null && seq > lastSeq) throw new AppError('not-found')
    const reportsToday = await rows.lockAndCountReports(tx, me)
    const one = { conversationId, reporter: me.side, reason, seq }
    const words = text || reason
    const existing = await rows.findOpenReport(tx, { ...one, text: words })
    if (existing) return existing
    if (reportsToday >= maxReportsPerDay)
      throw new AppError('chat-report-limit', { phone: await readSetting(tx, 'callingNumber') })
    const name = (me.side === 'mentor' ? viewer.mentorName : viewer.familyName) || brand.name
    const opened = await openCase(tx, config, {
      kind: reason === 'unsafe' ? 'safety' : 'report',
      topic: `chat-${reason}`,
      text: words,
      name,
      phone: viewer.phone,
      language: await languageOf(tx, viewer.accountId),
      accountId: viewer.accountId,
      side: me.side,
      familyId,
      mentorId,
    })
    await rows.insertReport(tx, opened.id, one)
    if (reason === 'unsafe' && me.side === 'family')
      await suspendOnReport(tx, config, { caseId: opened.id, number: opened.number, familyId, mentorId })
    return opened
  })
}

/** Reported messages for admins, unmasked. Each read is audited. */
export async function readForCase(db: Db, viewer: Viewer, caseId: string) {
  await assertNotPartyOfCase(db, viewer, caseId)
  const found = orNotFound(await rows.reportOfCase(db, caseId))
  const { conversationId, lastSeq, reportedSeq, ...about } = found
  const centre = reportedSeq ?? lastSeq
  const from = Math.max(1, centre - reportContext.before)
  const until = Math.min(lastSeq, centre + reportContext.after)
  const detail = { conversation: conversationId, from, until, role: viewer.adminRole }
  await writeAudit(db, viewer, 'chat.look', { kind: 'case', id: caseId, detail })
  const messages = await messageRows(db, conversationId, { from, until })
  const masked = await toReadable(db, messages, () => true)
  return {
    ...about,
    messages: messages.map((one, at) => ({ ...toUnmasked(one), hasContact: masked[at]?.isMasked ?? false })),
  }
}
