import { sql } from 'kysely'
import type { OwnerEquityMove } from '#contract/money/reconciliation.ts'
import { paise, rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { balancePaise, writeJournal } from '#server/ledger/ledger.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { constraintOf, type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'

type Row = Omit<OwnerEquityMove, 'amount' | 'madeAt'> & { paise: number; madeAt: Date }
const moveRows = sql`
  select m.id as "_id", m.amount_paise as paise, m.note, coalesce(u.name, '') as "madeBy", m.made_at as "madeAt"
  from owner_equity m left join admin_user u on u.account_id = m.made_by`
const toMove = ({ paise, madeAt, ...rest }: Row): OwnerEquityMove => ({
  ...rest,
  amount: rupees(paise),
  madeAt: madeAt.toISOString(),
})

/** Deposits and withdrawals, newest first. */
export async function latestMoves(db: Db, limit: number): Promise<OwnerEquityMove[]> {
  const { rows } = await sql<Row>`${moveRows} order by m.made_at desc, m.id desc limit ${limit}`.execute(db)
  return rows.map(toMove)
}

type MoveInput = { way: 'in' | 'out'; amount: number; note: string }

/** Owner's equity in paise: deposits and commission less demo credits and gateway fees. */
async function equityPaise(tx: Transaction): Promise<number> {
  let balance = 0
  for (const kind of ['owner_equity', 'commission', 'promotions', 'gateway_fees'] as const)
    balance += await balancePaise(tx, kind, null)
  return -balance
}

/**
 * Records a deposit or withdrawal of the owner's funds; families' prepaid money cannot be withdrawn. Idempotent by
 * the caller's id.
 */
export async function moveOwnerEquity(
  { db }: Context,
  viewer: Viewer,
  id: string,
  input: MoveInput,
): Promise<OwnerEquityMove> {
  const amountPaise = paise(input.amount) * (input.way === 'in' ? 1 : -1)
  try {
    return await transaction(db, async (tx) => {
      const inserted = await tx
        .insertInto('owner_equity')
        .values({ id, amount_paise: amountPaise, note: input.note, made_by: viewer.accountId })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) {
        await writeAudit(tx, viewer, 'books.own-money', { kind: 'own-money', id, detail: { ...input } })
        const bankLine = { kind: 'bank', amountPaise } as const
        await writeJournal(tx, {
          kind: 'owner_equity',
          subjectId: id,
          lines: [bankLine, { kind: 'owner_equity', amountPaise: -amountPaise }],
        })
        // Demo credits and fees reduce the equity: the rest of the bank balance belongs to families and mentors.
        if (input.way === 'out' && (await equityPaise(tx)) < 0) throw new AppError('own-money-short')
      }
      const { rows } = await sql<Row>`${moveRows} where m.id = ${id}`.execute(tx)
      if (rows[0]?.paise !== amountPaise || rows[0].note !== input.note) throw new AppError('idempotency-mismatch')
      return toMove(rows[0])
    })
  } catch (error) {
    const constraint = constraintOf(error) ?? ''
    if (['ledger_balance_not_overdrawn', 'bank_not_overdrawn'].includes(constraint))
      throw new AppError('own-money-short')
    throw error
  }
}
