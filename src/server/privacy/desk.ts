import { isInvoiceDue } from '#server/money/invoices/invoices.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { breaches } from './breach-rows.ts'
import { toBreach } from './breaches.ts'
import * as desk from './desk-rows.ts'
import * as rows from './rows.ts'

/** What keeps an account that asked to be erased, including what its holder is not told. */
async function heldBy(db: Db, accountId: string) {
  return await transaction(db, async (tx) => {
    const person = await rows.personOf(tx, accountId)
    if (!person) return []
    const invoice = person.mentorId !== null && (await isInvoiceDue(tx, person.mentorId))
    return [
      ...(await rows.blockersOf(tx, person)),
      ...((await rows.isInCase(tx, person)) ? (['case-about'] as const) : []),
      ...(invoice ? (['invoice'] as const) : []),
    ]
  })
}

/** The privacy desk as admins see it. */
export async function privacyDesk(db: Db) {
  const [waiting, copies, runs, found] = await Promise.all([
    desk.waitingErasures(db),
    desk.lastCopies(db),
    desk.lastRuns(db),
    breaches(db),
  ])
  const erasures = []
  for (const { askedAt, dueAt, ...one } of waiting)
    erasures.push({
      ...one,
      askedAt: askedAt.toISOString(),
      dueAt: dueAt.toISOString(),
      held: await heldBy(db, one.accountId),
    })
  return {
    erasures,
    copies: copies.map(({ askedAt, ...one }) => ({ ...one, askedAt: askedAt.toISOString() })),
    runs: runs.map(({ begunAt, ...one }) => ({ ...one, begunAt: begunAt.toISOString() })),
    breaches: found.map(toBreach),
  }
}
