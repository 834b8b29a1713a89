import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
export type Order = {
  orderId: string
  sessionId: string
  amountPaise: number
  customer: unknown
  returnUrl: string
  notifyUrl: string
  status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'TERMINATED'
  expiresAt: Date
  createdAt: Date
}
export type Payment = {
  id: number
  orderId: string
  status: string
  amountPaise: number
  message: string
  bankReference: string
  createdAt: Date
}

const orderColumns = sql`order_id as "orderId", session_id as "sessionId", amount_paise as "amountPaise", customer, return_url as "returnUrl",
  notify_url as "notifyUrl", status, expires_at as "expiresAt", created_at as "createdAt"`
const paymentColumns = sql`id, order_id as "orderId", status, amount_paise as "amountPaise", message, bank_reference as "bankReference", created_at as "createdAt"`

/** Enters a new order; null when its id is there already. */
export async function insertOrder(db: Db, order: Omit<Order, 'status' | 'createdAt'>): Promise<Order | null> {
  const { rows } = await sql<Order>`
    insert into sandbox_order (order_id, session_id, amount_paise, customer, return_url, notify_url, expires_at)
    values (${order.orderId}, ${order.sessionId}, ${order.amountPaise}, ${JSON.stringify(order.customer)}, ${order.returnUrl}, ${order.notifyUrl}, ${order.expiresAt})
    on conflict (order_id) do nothing returning ${orderColumns}`.execute(db)
  return rows[0] ?? null
}

export async function orderById(db: Db, orderId: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${orderColumns} from sandbox_order where order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

export async function orderBySession(db: Db, sessionId: string): Promise<Order | null> {
  const { rows } = await sql<Order>`select ${orderColumns} from sandbox_order where session_id = ${sessionId}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function paymentsOf(db: Db, orderId: string): Promise<Payment[]> {
  const { rows } =
    await sql<Payment>`select ${paymentColumns} from sandbox_payment where order_id = ${orderId} order by id desc limit 50`.execute(
      db,
    )
  return rows
}

/** Enters one attempt; null when the order was paid before (a second tap pays nothing twice). */
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
