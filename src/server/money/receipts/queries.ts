import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockFamily } from '#server/platform/locks.ts'
import type { ReceiptContent, ReceiptFacts } from './content.ts'

export type Receipt = {
  orderId: string
  familyId: string
  number: string
  language: Language
  printed: ReceiptContent
  issuedAt: Date
}

export async function receiptOf(db: Db, orderId: string): Promise<Receipt | null> {
  const { rows } = await sql<Receipt>`
    select r.order_id as "orderId", o.family_id as "familyId", r.number, r.language, r.printed, r.issued_at as "issuedAt"
    from receipt r join payment_order o on o.id = r.order_id where r.order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** The order's family; locks the order until the transaction ends. */
export async function lockOwner(tx: Transaction, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment_order')
    .select('family_id as familyId')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row?.familyId ?? null
}

/** Content for an order's receipt; null when it bought nothing (yet) or already has one. */
export async function factsOf(
  tx: Transaction,
  orderId: string,
): Promise<(ReceiptFacts & { familyId: string; email: string | null }) | null> {
  const { rows } = await sql<ReceiptFacts & { familyId: string; email: string | null }>`
    select o.family_id as "familyId", case when not exists (
        select from message_off t where t.account_id = f.account_id and t.kind = 'payments' and t.channel = 'email') then nullif(f.email, '') end as email, o.number as "orderNumber", o.paid_at as "paidAt", a.language, f.name as "payerName", a.phone, l.name as "learnerName",
      m.full_name as "mentorName", o.plan, b.subject, b.minutes, b.duration_days as days, o.price_paise as "pricePaise",
      o.promotion_paise as "promotionPaise", o.credit_paise as "creditPaise", o.amount_paise as "amountPaise", coalesce(p.method, '') as method,
      coalesce(p.gateway_payment_id, '') as "paymentId", coalesce(p.bank_reference, '') as "bankReference",
      case when first.at is not null then jsonb_build_object('is', 'booked', 'at', first.at)
        when b.picked_state = 'requested' then jsonb_build_object('is', 'requested', 'at', b.picked_at)
        when b.picked_state is null and o.wished_at is not null then jsonb_build_object('is', 'wished', 'at', o.wished_at) end as "classTime", o.wishes
    from payment_order o join booking b on b.order_id = o.id and b.replaces is null join family f on f.id = o.family_id join account a on a.id = f.account_id
      join learner l on l.id = o.learner_id join mentor m on m.id = o.mentor_id
      left join payment p on p.id = o.paid_by
      cross join lateral (select min(starts_at) as at from lesson where booking_id = b.id and status in ('scheduled', 'held')) first
    where o.id = ${orderId} and o.status = 'paid' and not exists (select 1 from receipt r where r.order_id = o.id)`.execute(
    tx,
  )
  return rows[0] ?? null
}

type NewReceipt = { orderId: string; language: Language; printed: ReceiptContent }

/** Takes the next number. No `on conflict`, because the number would be used up before the conflict shows. */
export async function insertReceipt(tx: Transaction, { orderId, language, printed }: NewReceipt): Promise<string> {
  const { number } = await tx
    .insertInto('receipt')
    .values({ order_id: orderId, language, printed: JSON.stringify(printed) })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** Locks the family so that its emails are counted one at a time. @returns the profile's address */
export async function lockEmail(tx: Transaction, familyId: string): Promise<string | null> {
  await lockFamily(tx, familyId)
  const row = await tx.selectFrom('family').select('email').where('id', '=', familyId).executeTakeFirst()
  return row?.email || null
}

export async function mailsLastHour(tx: Transaction, familyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox where created_at > now() - interval '1 hour' and template = 'receipt'
      and data->>'family' = ${familyId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Key of the automatic email after payment. */
export const paidReceiptKey = (orderId: string) => `receipt:${orderId}:paid`
/** Address of the last receipt email of an order. */
export const receiptTo = (orderId: RawBuilder<unknown>) =>
  sql`(select recipient from outbox where template = 'receipt' and data->>'order' = ${orderId}::text order by id desc limit 1)`

export async function mailedTo(tx: Transaction, onceKey: string): Promise<string | null> {
  const row = await tx.selectFrom('outbox').select('recipient').where('once_key', '=', onceKey).executeTakeFirst()
  return row?.recipient ?? null
}
