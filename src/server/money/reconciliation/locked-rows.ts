import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Checked days in India, both inclusive. */
export type CheckedDays = { from: string; until: string }

/** A check without progress for longer than this has lost its process. */
const stalledAfterMinutes = 10

/**
 * The week up to yesterday. Extends back to a week before the first unchecked day since the first paid order, and to
 * the oldest open discrepancy of the last 31 days.
 */
export async function daysToCheck(db: Db, gateway: string): Promise<CheckedDays> {
  const { rows } = await sql<CheckedDays>`
    select least(greatest(least(d.today - 7, (select min((about_at at time zone 'Asia/Kolkata')::date) from gateway_discrepancy
        where gateway = ${gateway} and resolved_at is null)), d.today - 31), lower(unseen.days) - 6) as from, d.today - 1 as until
    from (select (now() at time zone 'Asia/Kolkata')::date as today) d
      cross join lateral (select datemultirange(daterange(least(d.today, (select min(paid_at at time zone 'Asia/Kolkata')::date
          from payment_order where gateway = ${gateway} and status = 'paid')), d.today))
        - coalesce((select range_agg(daterange(from_day, until_day, '[]')) from gateway_check
          where gateway = ${gateway} and status = 'done'), '{}') as days) unseen`.execute(db)
  if (!rows[0]) throw new Error('the database gave no day')
  return rows[0]
}

/** Fails checks whose process died. */
export const failStalledChecks = (db: Db, gateway: string) =>
  sql`update gateway_check set status = 'failed', problem = 'broken off', ended_at = now()
    where gateway = ${gateway} and status in ('waiting', 'running')
      and coalesce(started_at, made_at) < now() - make_interval(mins => ${stalledAfterMinutes})`.execute(db)

/** Opens a check, or returns the open one: a gateway has at most one. */
export async function openCheck(
  tx: Transaction,
  gateway: string,
  accountId: string | null,
): Promise<{ id: string; isNew: boolean }> {
  const { from, until } = await daysToCheck(tx, gateway)
  for (;;) {
    const made = await tx
      .insertInto('gateway_check')
      .values({ gateway, from_day: from, until_day: until, made_by: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return { id: made.id, isNew: true }
    const open = await tx
      .selectFrom('gateway_check')
      .select('id')
      .where('gateway', '=', gateway)
      .where('status', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (open) return { id: open.id, isNew: false }
  }
}

/** Whether the last check covers yesterday and succeeded. */
export async function isUpToDate(db: Db, gateway: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select status = 'done' and until_day >= (now() at time zone 'Asia/Kolkata')::date - 1 as is from gateway_check
    where gateway = ${gateway} and ended_at is not null order by id desc limit 1`.execute(db)
  return rows[0]?.is ?? false
}

/** Claims a waiting check; null if another process has it or it ended. */
export async function claimCheck(db: Db, id: string): Promise<(CheckedDays & { gateway: string }) | null> {
  const row = await db
    .updateTable('gateway_check')
    .set({ status: 'running', started_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning(['gateway', 'from_day as from', 'until_day as until'])
    .executeTakeFirst()
  return row ?? null
}

/** Records progress of a running check. @throws if it was failed as stalled */
export async function recordProgress(db: Db, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('gateway_check')
    .set({ started_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('the check was given up as broken off')
}

/** Locks a running check until the transaction ends; false if it was failed as stalled. */
export async function lockRunning(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('gateway_check')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type Counts = { payments: number; refunds: number; settlements: number }
export const completeCheck = (tx: Transaction, id: string, gateway: string, counts: Counts) =>
  sql`update gateway_check set status = 'done', ended_at = now(), payments = ${counts.payments}, refunds = ${counts.refunds},
      settlements = ${counts.settlements},
      differences = (select count(*) from gateway_discrepancy where gateway = ${gateway} and resolved_at is null)
    where id = ${id} and status = 'running'`.execute(tx)
export const failCheck = (db: Db, id: string, problem: string) =>
  db
    .updateTable('gateway_check')
    .set({ status: 'failed', ended_at: sql<Date>`now()`, problem: problem.slice(0, 300) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()

export type FoundDiscrepancy = {
  kind: string
  subject: string
  orderId: string | null
  oursPaise: number | null
  theirsPaise: number | null
  at: Date
}

/**
 * Saves a check's discrepancies, one row each. Open ones since `start` that were not found again are resolved. Those
 * resolved by an admin stay resolved while their amounts are unchanged.
 */
export async function saveDiscrepancies(
  tx: Transaction,
  check: { id: string; gateway: string; start: Date },
  found: readonly FoundDiscrepancy[],
): Promise<void> {
  const { id, gateway, start } = check
  await sql`
    insert into gateway_discrepancy as d (gateway, kind, subject, order_id, ours_paise, theirs_paise, about_at, last_check)
    select ${gateway}, s.kind, s.subject, s."orderId", s."oursPaise", s."theirsPaise", s.at, ${id}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as s(kind text, subject text, "orderId" uuid, "oursPaise" bigint, "theirsPaise" bigint, at timestamptz)
    on conflict on constraint gateway_discrepancy_once do update set order_id = excluded.order_id, ours_paise = excluded.ours_paise,
      theirs_paise = excluded.theirs_paise, last_seen_at = now(), last_check = excluded.last_check,
      resolved_at = case when d.resolved_by is not null and ${isSameAmount} then d.resolved_at end,
      resolved_by = case when ${isSameAmount} then d.resolved_by end,
      note = case when d.resolved_by is not null and ${isSameAmount} then d.note else '' end`.execute(tx)
  await tx
    .updateTable('gateway_discrepancy')
    .set({ resolved_at: sql`now()` })
    .where('gateway', '=', gateway)
    .where('resolved_at', 'is', null)
    .where('about_at', '>=', start)
    .where('last_check', '<>', id)
    .execute()
}
const isSameAmount = sql`(d.ours_paise, d.theirs_paise) is not distinct from (excluded.ours_paise, excluded.theirs_paise)`

/** Resolves an open discrepancy; false if it is resolved or missing. */
export async function setResolved(tx: Transaction, id: string, accountId: string, note: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway_discrepancy')
    .set({ resolved_at: sql<Date>`now()`, resolved_by: accountId, note })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives an open discrepancy to an admin; false if it is resolved, missing or already theirs. */
export async function setOwner(tx: Transaction, id: string, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway_discrepancy')
    .set({ owner_id: accountId })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .where('owner_id', 'is distinct from', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type NewSettlement = {
  settlementId: string
  amountPaise: number
  feePaise: number
  taxPaise: number
  reference: string
  at: Date
}
/** Ids of settlements already recorded. */
export async function knownSettlements(db: Db, gateway: string, some: readonly NewSettlement[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select gateway_settlement_id as id from gateway_settlement
    where gateway = ${gateway} and gateway_settlement_id = any(${some.map((one) => one.settlementId)})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Inserts a settlement; null if it exists. */
export async function insertSettlement(tx: Transaction, gateway: string, one: NewSettlement): Promise<string | null> {
  const row = await tx
    .insertInto('gateway_settlement')
    .values({
      gateway,
      gateway_settlement_id: one.settlementId,
      amount_paise: one.amountPaise,
      fee_paise: one.feePaise,
      tax_paise: one.taxPaise,
      reference: one.reference,
      settled_at: one.at,
    })
    .onConflict((conflict) => conflict.constraint('gateway_settlement_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
