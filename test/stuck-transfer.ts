import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

/** A return of ₹10 from a paid order of the sandbox that was not carried out and whose key replays an error. @returns its id */
export async function stuckTransfer(db: Kysely<DB>, orderId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with held as (update payment_order set held_paise = 1000 where id = ${orderId} returning id, mentor_id, gateway)
    insert into transfer (order_id, mentor_id, gateway, kind, amount_paise, message, created_at)
    select id, mentor_id, gateway, 'return', 1000, 'an adjustment answered 500: internal', now() - interval '1 hour' from held returning id`.execute(
    db,
  )
  await sql`insert into sandbox_vendor (vendor_id, status, details)
    select replace(mentor_id::text, '-', ''), 'ACTIVE', '{}' from payment_order where id = ${orderId} on conflict do nothing`.execute(
    db,
  )
  await sql`insert into sandbox_vendor_entry (vendor_id, order_id, kind, amount_paise, once_key)
    select replace(mentor_id::text, '-', ''), id, 'SPLIT', 1000, 'split ' || id from payment_order where id = ${orderId}`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}
