import type { CaseKind } from '#contract/support/case-types.ts'
import { type CaseTopic, safetyCasesADay, ticketsAnHour } from '#contract/support/limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { databaseNow, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { weekdayTimeText } from '#server/platform/figures.ts'
import { lockReports } from '#server/platform/locks.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { answerDeadline } from './answer-deadline.ts'
import { setDecided, writeCaseEvent } from './locked-rows.ts'
import * as rows from './queries.ts'
import { suspendOnReport } from './safety.ts'
import { type CaseLinks, trackingCode } from './tracking.ts'

export { caseSnapshot } from './detail-rows.ts'
export { assertMayDecide, assertMayMoveMoney, assertNotPartyOfCase, lockCase, type SoleDecider } from './guards.ts'
export { isOpenTo } from './party-rows.ts'
export { emptyVisitorCases, personalCases } from './personal.ts'
export { deleteCaseAddresses, deleteOldEvidence, hasBooked } from './queries.ts'
export { suspendOnReport }

type Ticket = Omit<rows.NewCase, 'kind'> & { topic: CaseTopic; ipBlock: string }

const kindOf: Partial<Record<CaseTopic, CaseKind>> = { refund: 'refund', safety: 'safety', complaint: 'grievance' }

/** What a case is about, as its notification calls it. */
const aboutTexts: Record<CaseKind, Record<Language, string>> = {
  support: { en: 'request', hi: 'रिक्वेस्ट' },
  refund: { en: 'refund request', hi: 'रिफ़ंड की रिक्वेस्ट' },
  dispute: { en: 'report about a class', hi: 'क्लास की शिकायत' },
  safety: { en: 'safety report', hi: 'सुरक्षा की शिकायत' },
  report: { en: 'report', hi: 'शिकायत' },
  grievance: { en: 'complaint', hi: 'शिकायत' },
}

/** Opens a case and acknowledges it with its number and where to follow it. Runs in the caller's transaction. */
export async function openCase(tx: Transaction, links: CaseLinks, input: rows.NewCase): Promise<rows.OpenedCase> {
  const opened = await rows.insertCase(
    tx,
    input,
    answerDeadline(await databaseNow(tx), await readSetting(tx, 'contact')),
  )
  const { phone, email = null, language, accountId, side } = input
  const writer = accountId ? { accountId, side } : null
  const values = inBothLanguages((inLanguage) => ({
    number: opened.number,
    about: aboutTexts[input.kind][inLanguage],
    by: weekdayTimeText(opened.answerBy, inLanguage),
    ...trackingCode(links, { ...opened, accountId }, inLanguage),
  }))
  await notify(tx, { event: 'case-opened', phone, email, language, writer, onceKey: opened.id, values })
  return opened
}

/**
 * Opens a safety case about both sides of a lesson; the same words return the open one. A report of the family suspends the
 * mentor as a chat report does.
 */
export async function reportSafety(
  tx: Transaction,
  config: Context['config'],
  report: Omit<rows.NewCase, 'kind' | 'familyId' | 'mentorId'> & { familyId: string; mentorId: string },
): Promise<rows.OpenedCase> {
  const { side, familyId, mentorId } = report
  await lockReports(tx, side === 'mentor' ? mentorId : familyId)
  const existing = await rows.findSameSafetyCase(tx, report)
  if (existing) return existing
  if ((await rows.countSafetyCases(tx, report)) >= safetyCasesADay) throw await tooManyTickets(tx)
  const opened = await openCase(tx, config, { ...report, kind: 'safety' })
  if (side === 'family')
    await suspendOnReport(tx, config, { caseId: opened.id, number: opened.number, familyId, mentorId })
  return opened
}

const tooManyTickets = async (tx: Transaction) =>
  new AppError('ticket-limit', { phone: await readSetting(tx, 'callingNumber') })

/** Resolves a case that was decided elsewhere. `by` is the admin; null if the reporter withdrew it. */
export async function resolveCase(tx: Transaction, id: string, { by, reason }: { by: string | null; reason: string }) {
  if (await setDecided(tx, id, by, reason)) await writeCaseEvent(tx, id, { kind: 'resolve', by, text: reason })
}

/**
 * Opens a ticket from the contact page. Repeated within ten minutes, it returns the same ticket. A safety ticket that names a
 * mentor suspends them, as a chat report does.
 */
export async function openTicket({ db, config }: Context, ticket: Ticket): Promise<rows.OpenedCase> {
  return await transaction(db, async (tx) => {
    const sent = await rows.lockAndCountTickets(tx, ticket)
    const input = { ...ticket, kind: kindOf[ticket.topic] ?? 'support' }
    const existing = await rows.findSameTicket(tx, input)
    if (existing) return existing
    if (sent >= ticketsAnHour) throw await tooManyTickets(tx)
    const opened = await openCase(tx, config, input)
    const { side, familyId, mentorId } = input
    if (input.kind === 'safety' && side === 'family' && familyId && mentorId)
      await suspendOnReport(tx, config, { caseId: opened.id, number: opened.number, familyId, mentorId })
    return opened
  })
}
