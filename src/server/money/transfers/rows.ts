import { type RawBuilder, sql } from 'kysely'
import { transferLifecycle } from '#contract/money/lifecycles.ts'
import type { TransferStatus } from '#contract/money/limits.ts'
import type * as contract from '#contract/money/transfers.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockOrder } from '#server/platform/locks.ts'
import type { TransferWay } from '#server/providers/payments/splits.ts'
import { arePayoutsPaused } from '#server/settings/settings/settings.ts'
import { provenPayee } from './payee-rows.ts'

/** Hours until a lesson whose transfer failed is tried again. */
const retryHours = 24

/** Sum of an order's transfers that were not returned by a failure. */
const usedOf = sql`(select coalesce(sum(t.amount_paise), 0)::int from transfer t where t.order_id = o.id and t.status <> 'failed')`

type HeldOrder = {
  id: string
  number: string
  mentorId: string
  /** What the gateway still holds of it. */
  remainingPaise: number
  /** Value of its lessons and minutes with this mentor that are not settled and not the family's again. */
  openPaise: number
  /** The gateway refused to return a part within the last day. */
  isReturnResting: boolean
}

/** Locks an order with a hold; null if it has none or is not paid. A second statement reads the sums as committed while it waited. */
export async function lockHeldOrder(tx: Transaction, id: string): Promise<HeldOrder | null> {
  await lockOrder(tx, id)
  const { rows } = await sql<HeldOrder>`
    select o.id, o.number, o.mentor_id as "mentorId", o.held_paise - ${usedOf} as "remainingPaise",
      coalesce((select sum(v.disputed_paise + v.reported_paise + v.waiting_paise
          + case when v.status in ('pending_schedule', 'scheduled') then v.planned_paise + v.unused_paise else 0 end)
        from booking_balance v join booking b on b.id = v.booking_id where v.order_id = o.id and b.mentor_id = o.mentor_id), 0)::int as "openPaise",
      exists (select from transfer t where t.order_id = o.id and t.kind = 'return' and t.status = 'failed'
        and t.ended_at > now() - make_interval(hours => ${retryHours})) as "isReturnResting"
    from payment_order o where o.id = ${id} and o.status = 'paid' and o.held_paise > 0`.execute(tx)
  return rows[0] ?? null
}

const isReleased = sql`exists (select from transfer t where t.lesson_id = l.id and t.kind = 'release' and t.status <> 'failed')`

/** Settled lessons of the order's mentor that no transfer has paid, oldest first. */
const unpaidLessons = sql`lesson l join booking b on b.id = l.booking_id where l.settled_at is not null and not ${isReleased}`

/** What the mentor gets for a lesson, after taxes, what was collected for a credit, and corrections that no payout deducts. */
const netOf = sql`(select coalesce(-sum(e.amount_paise), 0)::int from journal j join ledger_entry e on e.journal_id = j.id
  join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable'
  where (j.kind in ('lesson', 'collection') and j.subject_id = l.id)
    or (j.kind = 'correction' and j.subject_id in (select d.id from dispute d where d.lesson_id = l.id)
      and not exists (select from payout_entry p where p.entry_id = e.id)))`

/** Releases go to proven accounts only, and rest while payouts are paused. */
const mayRelease = (t: 't' | 'o') =>
  sql`not ${arePayoutsPaused} and exists (select from ${provenPayee} where p.mentor_id = ${sql.ref(`${t}.mentor_id`)} and p.gateway = ${sql.ref(`${t}.gateway`)})`

type DueLesson = { id: string; netPaise: number; isResting: boolean }

export async function dueLessons(tx: Transaction, order: HeldOrder): Promise<DueLesson[]> {
  const { rows } = await sql<DueLesson>`
    select l.id, ${netOf} as "netPaise", not (select ${mayRelease('o')} from payment_order o where o.id = b.order_id)
      or exists (select from transfer t where t.lesson_id = l.id and t.status = 'failed'
        and t.ended_at > now() - make_interval(hours => ${retryHours})) as "isResting"
    from ${unpaidLessons} and b.order_id = ${order.id} and b.mentor_id = ${order.mentorId} order by l.starts_at, l.id`.execute(
    tx,
  )
  return rows
}

/** Earnings of a mentor that open payouts will pay. */
export async function paiseInPayouts(tx: Transaction, mentorId: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::int8 as paise from payout where mentor_id = ${mentorId} and status = 'open'`.execute(
    tx,
  )
  return rows[0]?.paise ?? 0
}

type NewTransfer = { orderId: string; mentorId: string; gateway: string; amountPaise: number } & (
  | { kind: 'release'; lessonId: string }
  | { kind: 'return' }
)

/** The database refuses a second release of a lesson, and more than the hold. @returns its id; null if the lesson has one */
export async function insertTransfer(tx: Transaction, one: NewTransfer): Promise<string | null> {
  const lessonId = one.kind === 'release' ? one.lessonId : null
  const row = await tx
    .insertInto('transfer')
    .values({
      order_id: one.orderId,
      mentor_id: one.mentorId,
      gateway: one.gateway,
      kind: one.kind,
      lesson_id: lessonId,
      amount_paise: one.amountPaise,
      // What a failed transfer of the lesson took out of the hold is not taken out again.
      part_id: sql<string>`(select coalesce(f.part_id, f.id) from transfer f where f.lesson_id = ${lessonId} and f.gateway = ${one.gateway}
        and f.status = 'failed' and f.amount_paise = ${one.amountPaise} order by f.number desc limit 1)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Skips numbers that transfers may have had at the gateway since the time of a restored database. */
export const skipTransferNumbers = (db: Db) =>
  sql`select setval('transfer_number_seq', nextval('transfer_number_seq') + 1000000)`.execute(db)

export type Transfer = {
  id: string
  /** Under which the gateway takes it out of the hold. */
  partId: string
  /** The idempotency key of its next call. */
  key: string
  vendorId: string
  /** The order's session at the gateway. */
  sessionId: string
  number: number
  orderId: string
  orderNumber: string
  mentorId: string
  kind: 'release' | 'return'
  amountPaise: number
  status: TransferStatus
}
/** What the gateway calls a mentor: the reference it gave, or our id without dashes. */
const vendorId = (
  mentorId: RawBuilder<unknown>,
  gateway: RawBuilder<unknown>,
) => sql<string>`coalesce((select nullif(p.reference, '') from payee p
  where p.mentor_id = ${mentorId} and p.gateway = ${gateway}), replace(${mentorId}::text, '-', ''))`

export async function vendorOf(db: Db, mentorId: string, gateway: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select ${vendorId(sql`${mentorId}::uuid`, sql`${gateway}`)} as id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

const columns = sql`t.id, coalesce(t.part_id, t.id) as "partId", coalesce(t.retry_key, t.id) as key, ${vendorId(sql`t.mentor_id`, sql`t.gateway`)} as "vendorId", coalesce(o.payment_session_id, '') as "sessionId", t.number, t.order_id as "orderId", o.number as "orderNumber", t.mentor_id as "mentorId", t.kind, t.amount_paise as "amountPaise", t.status`

export type Claimed = Transfer & { claimedAt: string }

const maySend = sql`(t.kind = 'return' or (${mayRelease('t')}))`

/**
 * Takes a due transfer for a minute, so that two workers do not call the gateway at once; null if another has it, it went out, or
 * it may not be sent now. `isQuestion`: the gateway is only asked about it.
 */
export async function claimTransfer(db: Db, id: string, isQuestion = false): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update transfer t set called_at = now() from payment_order o
    where t.id = ${id} and o.id = t.order_id and t.status = 'due' and (t.called_at is null or t.called_at < now() - interval '1 minute')
      and ${isQuestion ? sql`true` : maySend}
    returning ${columns}, t.called_at::text as "claimedAt"`.execute(db)
  return rows[0] ?? null
}

/** Takes a claimed transfer for another minute, and keeps its way unless it has one; null if the claim was lost. */
export async function renewClaim(
  db: Db,
  { id, claimedAt }: Pick<Claimed, 'id' | 'claimedAt'>,
  way: TransferWay | null,
): Promise<{ claimedAt: string; way: TransferWay | null } | null> {
  const { rows } = await sql<{ claimedAt: string; way: TransferWay | null }>`
    update transfer set called_at = now(), way = coalesce(way, ${way})
    where id = ${id} and status = 'due' and called_at = ${claimedAt}::timestamptz
    returning called_at::text as "claimedAt", way`.execute(db)
  return rows[0] ?? null
}

/** Without a usable answer for this long, an admin may have a transfer sent again under another key. */
const stuckMinutes = 15
const isStuck = sql<boolean>`(t.status = 'due' and t.message <> '' and t.created_at < now() - make_interval(mins => ${stuckMinutes}))`

export { columns, isStuck }

export async function transferByReference(db: Db, gateway: string, reference: string): Promise<Transfer | null> {
  const { rows } = await sql<Transfer>`
    select ${columns} from transfer t join payment_order o on o.id = t.order_id
    where t.gateway = ${gateway} and t.kind = 'release' and t.reference = ${reference}`.execute(db)
  return rows[0] ?? null
}

type Told = { reference?: string; message?: string }

/** Moves a transfer on if its lifecycle allows the move; call under its order's lock. @returns its state before, or null */
export async function moveTransfer(
  tx: Transaction,
  id: string,
  move: 'send' | 'settle' | 'fail',
  { reference = '', message = '' }: Told,
): Promise<TransferStatus | null> {
  const target = transferLifecycle.target(move)
  const { rows } = await sql<{ before: TransferStatus }>`
    with old as (select id, status from transfer where id = ${id} and status = any(${transferLifecycle.from(move)}))
    update transfer t set status = ${target}, message = ${message.slice(0, 300)},
      reference = case when ${reference} = '' then t.reference else ${reference} end,
      sent_at = coalesce(t.sent_at, case when ${target} in ('sent', 'settled') then now() end),
      ended_at = case when ${target} = 'sent' then null else now() end
    from old where t.id = old.id returning old.status as before`.execute(tx)
  return rows[0]?.before ?? null
}

export const setMessage = (db: Db, id: string, message: string) =>
  db
    .updateTable('transfer')
    .set({ message: message.slice(0, 300) })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute()

/** Orders whose hold may have to change: a lesson was settled, money went back to the family, or nothing is left to teach. */
export async function ordersToPlan(db: Db, gateway: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from payment_order o where o.held_paise > 0 and o.status = 'paid' and o.gateway = ${gateway} and o.held_paise > ${usedOf}
      and (exists (select from ${unpaidLessons} and b.order_id = o.id and b.mentor_id = o.mentor_id)
        or exists (select from refund r where r.order_id = o.id and r.status in ('approved', 'sent'))
        or not exists (select from booking b where b.order_id = o.id and b.mentor_id = o.mentor_id and b.status in ('pending_schedule', 'scheduled')))
    order by random() limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export async function dueTransfers(db: Db, gateway: string, orderId: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfer t where status = 'due' and gateway = ${gateway} and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
      and ${maySend}
    order by called_at nulls first, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

type ListedTransfer = Omit<contract.Transfer, 'amount' | 'at'> & { amountPaise: number; at: Date }

/** Unfinished transfers first, then the newest. */
export async function newestTransfers(db: Db, limit: number): Promise<ListedTransfer[]> {
  const { rows } = await sql<ListedTransfer>`
    select t.id as "_id", o.number as "order", t.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", t.kind,
      t.amount_paise as "amountPaise", t.status, t.message, ${isStuck} as "isStuck", t.created_at as at
    from ((select * from transfer where status in ('due', 'sent') order by id desc limit ${limit})
        union (select * from transfer order by id desc limit ${limit})) t
      join payment_order o on o.id = t.order_id join mentor m on m.id = t.mentor_id
    order by t.status not in ('due', 'sent'), t.id desc limit ${limit}`.execute(db)
  return rows
}

/** What the gateway holds for mentors now. */
export async function heldTotal(db: Db): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(o.held_paise - ${usedOf}), 0)::int8 as paise from payment_order o where o.held_paise > 0 and o.status = 'paid'`.execute(
    db,
  )
  return rows[0]?.paise ?? 0
}

/**
 * Entries `id`, `account_id`, `amount_paise` of mentors that are no business of payouts: of orders of which the gateway still
 * holds something. Once nothing is held, what it did not pay is paid like any other earning. What a correction takes for a class
 * that had been released is taken from the next payout.
 */
export const entriesLeftToGateway = sql`
  select e.id, e.account_id, e.amount_paise from payment_order o
    cross join lateral (
      select j.id, false as is_after_release from booking b join lesson l on l.booking_id = b.id join journal j on j.kind in ('lesson', 'collection') and j.subject_id = l.id
      where b.order_id = o.id and b.mentor_id = o.mentor_id
      union all select j.id, exists (select from transfer t where t.lesson_id = l.id and t.kind = 'release' and t.status <> 'failed'
          and t.created_at < j.at) from booking b join lesson l on l.booking_id = b.id join dispute d on d.lesson_id = l.id
        join journal j on j.kind = 'correction' and j.subject_id = d.id where b.order_id = o.id and b.mentor_id = o.mentor_id
      union all select j.id, false from transfer t join journal j on j.kind in ('transfer', 'transfer_failed') and j.subject_id = t.id where t.order_id = o.id) k
    join ledger_entry e on e.journal_id = k.id join ledger_account a on a.id = e.account_id and a.kind = 'mentor_payable' and a.owner_id = o.mentor_id
  where o.held_paise > 0 and o.status = 'paid' and o.held_paise > ${usedOf} and not (k.is_after_release and e.amount_paise > 0)`
