import { writeJournal } from '#server/ledger/ledger.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { money } from '#server/platform/figures.ts'
import type { Log } from '#server/platform/log.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './return-rows.ts'
import { accountOf } from './rows.ts'

/**
 * Job: returns flat TDS and TCS to mentors who owed none: TCS to those without GSTIN, TDS to resident individuals and HUFs
 * whose fees of that financial year stayed within the limit. Each fee's tax is returned once; mentors whose facts
 * are given or accepted later are found then.
 */
export async function returnFlatTaxes(db: Db, log?: Log): Promise<void> {
  const limitPaise = (await readSetting(db, 'taxRules')).limit * 100
  for (const mentorId of await rows.mentorsOwed(db, limitPaise)) {
    // A failed return must not stop the others.
    await transaction(db, (tx) => returnTo(tx, mentorId, limitPaise)).catch((error: unknown) =>
      log?.error({ err: error, mentorId }, 'returning taxes failed'),
    )
  }
}

async function returnTo(tx: Transaction, mentorId: string, limitPaise: number): Promise<void> {
  const owed = await rows.lockOwed(tx, mentorId, limitPaise)
  const tds = owed.reduce((sum, one) => sum + one.tds, 0)
  const tcs = owed.reduce((sum, one) => sum + one.tcs, 0)
  if (tds + tcs === 0) return
  const id = await rows.insertReturn(tx, mentorId, { tds, tcs })
  await writeJournal(tx, {
    kind: 'tax_return',
    subjectId: id,
    lines: [
      { kind: 'tds', amountPaise: tds },
      { kind: 'tcs', amountPaise: tcs },
      { kind: 'mentor_payable', ownerId: mentorId, amountPaise: -(tds + tcs) },
    ],
  })
  await rows.insertReturned(tx, mentorId, id, owed)
  const values = inBothLanguages(() => ({ amount: money(tds + tcs) }))
  const accountId = await accountOf(tx, mentorId)
  await notify(tx, { event: 'tax-returned', accountId, side: 'mentor', onceKey: id, values })
}
