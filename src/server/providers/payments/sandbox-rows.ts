import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export type Order = {
  orderId: string
  sessionId: string
  amountPaise: number
  customer: unknown
  returnUrl: string
  notifyUrl: string
  splitVendor: string | null
  splitPaise: number
  status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'TERMINATED'
  expiresAt: Date
  createdAt: Date
}
export type Payment = {
  id: number
  orderId: string
  status: string
  amountPaise: number
  orderAmountPaise: number
  message: string
  bankReference: string
  createdAt: Date
}

const orderColumns = [
  ...(['order_id as orderId', 'session_id as sessionId', 'amount_paise as amountPaise', 'customer', 'status'] as const),
  ...([
    'return_url as returnUrl',
    'notify_url as notifyUrl',
    'expires_at as expiresAt',
    'created_at as createdAt',
    'split_vendor as splitVendor',
    'split_paise as splitPaise',
  ] as const),
] as const
const paymentColumns = sql`id, order_id as "orderId", status, amount_paise as "amountPaise", message, bank_reference as "bankReference", created_at as "createdAt",
  (select o.amount_paise from sandbox_order o where o.order_id = sandbox_payment.order_id) as "orderAmountPaise"`

/** Inserts an order; null if its id exists. */
export async function insertOrder(db: Db, order: Omit<Order, 'status' | 'createdAt'>): Promise<Order | null> {
  const row = await db
    .insertInto('sandbox_order')
    .values({
      order_id: order.orderId,
      session_id: order.sessionId,
      amount_paise: order.amountPaise,
      customer: JSON.stringify(order.customer),
      return_url: order.returnUrl,
      notify_url: order.notifyUrl,
      expires_at: order.expiresAt,
      split_vendor: order.splitVendor,
      split_paise: order.splitPaise,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning(orderColumns)
    .$castTo<Order>()
    .executeTakeFirst()
  return row ?? null
}

export async function orderById(db: Db, orderId: string): Promise<Order | null> {
  const order = db.selectFrom('sandbox_order').select(orderColumns).where('order_id', '=', orderId)
  return (await order.$castTo<Order>().executeTakeFirst()) ?? null
}

export async function orderBySession(db: Db, sessionId: string): Promise<Order | null> {
  const order = db.selectFrom('sandbox_order').select(orderColumns).where('session_id', '=', sessionId)
  return (await order.$castTo<Order>().executeTakeFirst()) ?? null
}

export async function paymentsOf(db: Db, orderId: string): Promise<Payment[]> {
  const { rows } =
    await sql<Payment>`select ${paymentColumns} from sandbox_payment where order_id = ${orderId} and amount_paise > 0 order by id desc limit 50`.execute(
      db,
    )
  return rows
}

/** Inserts an attempt; null if the order is paid already. */
export async function pay(db: Db, orderId: string, status: string, message: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    with open as (
      update sandbox_order set status = case when ${status} = 'SUCCESS' then 'PAID' else status end
      where order_id = ${orderId} and status = 'ACTIVE' returning amount_paise)
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    select ${orderId}, ${status}, amount_paise, ${message}, (230000000000 + floor(random() * 9999999999))::bigint::text from open
    returning ${paymentColumns}`.execute(db)
  return rows[0] ?? null
}

/** A refund, stored as a payment with a negative amount and the merchant's refund id as its message. */
export type Refund = {
  id: number
  orderId: string
  refundId: string
  paymentId: number
  amountPaise: number
  status: RefundStatus
  bankReference: string
  createdAt: Date
}
export type RefundStatus = 'PENDING' | 'SUCCESS' | 'CANCELLED'

const refundRows = sql`
  select r.id, r.order_id as "orderId", r.message as "refundId", -r.amount_paise as "amountPaise", r.status,
    case when r.status = 'SUCCESS' then r.bank_reference else '' end as "bankReference", r.created_at as "createdAt",
    (select min(p.id) from sandbox_payment p where p.order_id = r.order_id and p.amount_paise > 0 and p.status = 'SUCCESS') as "paymentId"
  from sandbox_payment r where r.amount_paise < 0`

export async function refundsOf(db: Db, orderId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`${refundRows} and r.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}

export async function newestRefunds(db: Db): Promise<Refund[]> {
  const { rows } = await sql<Refund>`${refundRows} order by r.id desc limit 50`.execute(db)
  return rows
}

/** Inserts a refund of a locked order, or returns the existing one; null if it exceeds the order's balance. */
export async function insertRefund(
  tx: Db,
  input: { orderId: string; refundId: string; amountPaise: number; status: RefundStatus },
): Promise<{ refund: Refund; isNew: boolean } | null> {
  await tx.selectFrom('sandbox_order').select('order_id').where('order_id', '=', input.orderId).forUpdate().execute()
  const find = async () => (await refundsOf(tx, input.orderId)).find((one) => one.refundId === input.refundId)
  const known = await find()
  if (known) return { refund: known, isNew: false }
  await sql`
    insert into sandbox_payment (order_id, status, amount_paise, message, bank_reference)
    select ${input.orderId}, ${input.status}, -${input.amountPaise}::int, ${input.refundId}, (240000000000 + floor(random() * 9999999999))::bigint::text
    from sandbox_payment where order_id = ${input.orderId} and (status = 'SUCCESS' or (amount_paise < 0 and status = 'PENDING'))
    having sum(amount_paise) >= ${input.amountPaise}`.execute(tx)
  const refund = await find()
  return refund ? { refund, isNew: true } : null
}

/** Finishes a pending refund; null if it is not pending. */
export async function finishRefund(db: Db, id: number, status: RefundStatus): Promise<Refund | null> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_payment')
    .set({ status })
    .where('id', '=', id)
    .where('amount_paise', '<', 0)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const found = await sql<Refund>`${refundRows} and r.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}
