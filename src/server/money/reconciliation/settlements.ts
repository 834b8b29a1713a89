import type { Context } from '#server/context.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { transaction } from '#server/platform/database.ts'
import type { Settlement } from '#server/providers/payments/payment-gateway.ts'
import * as locked from './locked-rows.ts'

/**
 * Records each gateway settlement once: bank amount, fee and GST against the receivable. Negative settlements are
 * left to an admin.
 * @returns the number of new settlements
 */
export async function recordSettlements(
  { db, payments }: Context,
  settlements: readonly Settlement[],
): Promise<number> {
  let newCount = 0
  const known = await locked.knownSettlements(db, payments.name, settlements)
  for (const one of settlements) {
    if (known.has(one.settlementId)) continue
    const total = one.amountPaise + one.feePaise + one.taxPaise
    // Gateways list empty settlements too.
    if (one.amountPaise < 0 || one.feePaise < 0 || one.taxPaise < 0 || total === 0) continue
    const isNew = await transaction(db, async (tx) => {
      const id = await locked.insertSettlement(tx, payments.name, one)
      if (!id) return false
      return await writeJournal(tx, {
        kind: 'settlement',
        subjectId: id,
        lines: [
          { kind: 'bank', amountPaise: one.amountPaise },
          { kind: 'gateway_fees', amountPaise: one.feePaise },
          { kind: 'gateway_fees', amountPaise: one.taxPaise },
          { kind: 'gateway_receivable', amountPaise: -total },
        ],
      })
    })
    if (isNew) newCount += 1
  }
  return newCount
}
