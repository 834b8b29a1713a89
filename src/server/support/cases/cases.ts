import type { CaseKind } from '#contract/support/case-types.ts'
import { type CaseTopic, ticketsAnHour } from '#contract/support/limits.ts'
import type { Context } from '#server/context.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import { databaseNow, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { weekTimeWords } from '#server/platform/figures.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { answerTime } from './answer-time.ts'
import { setDecided, writeCaseEvent } from './locked-rows.ts'
import * as rows from './queries.ts'
import { pauseAtOnce } from './safety.ts'

export { type Alone, lockCase, mustDecide, mustMoveMoney, mustNotBeParty } from './deciding.ts'
export { caseSeen } from './detail-rows.ts'
export { pauseAtOnce }

export type Ticket = Omit<rows.NewCase, 'kind'> & { topic: CaseTopic; ipBlock: string }

const kindOf: Partial<Record<CaseTopic, CaseKind>> = { refund: 'refund', safety: 'safety', complaint: 'grievance' }

/** Opens a case, and tells the phone it was opened for. Within the caller's transaction. */
export async function openCase(tx: Transaction, one: rows.NewCase): Promise<rows.Opened> {
  const opened = await rows.insertCase(tx, one, answerTime(await databaseNow(tx), await readSetting(tx, 'contact')))
  if (one.phone) {
    const { phone, language, accountId, side } = one
    const writer = accountId && side ? { accountId, side } : null
    const values = inBoth((inLanguage) => ({ number: opened.number, by: weekTimeWords(opened.answerBy, inLanguage) }))
    await notify(tx, { event: 'case-opened', phone, language, writer, onceKey: opened.id, values })
  }
  return opened
}

/** There is nothing left to do about a case: it was decided where it belongs. `by`: the admin; null when who opened it took it back. */
export async function resolveCase(tx: Transaction, id: string, { by, reason }: { by: string | null; reason: string }) {
  if (await setDecided(tx, id, by, reason)) await writeCaseEvent(tx, id, { kind: 'resolve', by, text: reason })
}

/**
 * A ticket of the contact page, within the limits. Sent twice within ten minutes, it is the same ticket. One about safety that names a
 * mentor pauses it as a report of the chat does.
 */
export async function openTicket({ db, config }: Context, ticket: Ticket): Promise<rows.Opened> {
  return await transaction(db, async (tx) => {
    const { fromBlock, aboutPhone } = await rows.lockAndCountTickets(tx, ticket.ipBlock, ticket.phone)
    const one = { ...ticket, kind: kindOf[ticket.topic] ?? 'support' }
    const same = await rows.findSameTicket(tx, one)
    if (same) return same
    if (fromBlock >= ticketsAnHour || aboutPhone >= ticketsAnHour) {
      throw new AppError('ticket-limit', { phone: await readSetting(tx, 'callingNumber') })
    }
    const opened = await openCase(tx, one)
    const { side, familyId, mentorId } = one
    if (one.kind === 'safety' && side === 'family' && familyId && mentorId)
      await pauseAtOnce(tx, config, { caseId: opened.id, number: opened.number, familyId, mentorId })
    return opened
  })
}
