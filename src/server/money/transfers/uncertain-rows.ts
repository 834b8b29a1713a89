import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { TransferNotice } from '#server/providers/payments/splits.ts'
import { columns, isStuck, type Transfer } from './rows.ts'

/** The gateway may have paid the transfer or not, or have taken it back. */
const isUncertain = (t: 't' | 'e') => {
  const status = sql.ref(`${t}.status`)
  const calledAt = sql.ref(`${t}.called_at`)
  return sql`(${status} = 'sent' or (${status} = 'due' and ${calledAt} is not null))`
}

type StuckTransfer = Transfer & {
  accountId: string
  isStuck: boolean
  /** What the gateway holds for the mentor if neither this nor another due transfer was carried out. */
  heldPaise: number
  /** Another transfer of the mentor and amount has no known end, so that the gateway's balance may be about that one. */
  hasTwin: boolean
}

export async function transferToRetry(db: Db, gateway: string, id: string): Promise<StuckTransfer | null> {
  const { rows } = await sql<StuckTransfer>`
    select ${columns}, m.account_id as "accountId", ${isStuck} and t.gateway = ${gateway} as "isStuck",
      exists (select from transfer e where e.id <> t.id and e.mentor_id = t.mentor_id and e.gateway = t.gateway
        and e.amount_paise = t.amount_paise and ${isUncertain('e')}) as "hasTwin",
      (select coalesce(sum(h.held_paise), 0)::int8 from payment_order h where h.mentor_id = t.mentor_id and h.gateway = t.gateway and h.status = 'paid' and h.held_paise > 0)
        - (select coalesce(sum(e.amount_paise), 0)::int8 from transfer e where e.mentor_id = t.mentor_id and e.gateway = t.gateway and e.status in ('sent', 'settled')) as "heldPaise"
    from transfer t join payment_order o on o.id = t.order_id join mentor m on m.id = t.mentor_id where t.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Has the next call of a due transfer use another key. @returns whether it was due */
export async function setNewKey(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    update transfer set retry_key = uuidv7(), called_at = null, message = '' where id = ${id} and status = 'due' returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Releases of a payee and amount that the gateway may have made under a reference that we do not know. */
export async function transfersWithoutReference(
  db: Db,
  gateway: string,
  { vendorId = '', amountPaise = 0 }: Pick<TransferNotice, 'vendorId' | 'amountPaise'>,
): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`
    select * from (select ${columns} from transfer t join payment_order o on o.id = t.order_id
      where t.gateway = ${gateway} and t.kind = 'release' and t.reference = '' and t.amount_paise = ${amountPaise} and ${isUncertain('t')}) fitting
    where "vendorId" = ${vendorId}`.execute(db)
  return rows
}

/** Whether the gateway has told us of a settlement again since the webhook `eventKey`. */
export async function hasNewerNotice(
  db: Db,
  gateway: string,
  { eventKey, reference }: { eventKey: string; reference: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from payment_event o join payment_event n on n.gateway = o.gateway and n.received_at > o.received_at
      and split_part(n.event_key, ':', 2) = ${reference}
    where o.gateway = ${gateway} and o.event_key = ${eventKey}`.execute(db)
  return rows.length > 0
}

/** Gives a transfer the reference of a settlement that it fits. @returns whether nobody was faster */
export async function setReference(tx: Transaction, id: string, reference: string): Promise<boolean> {
  const { rows } = await sql`
    update transfer t set reference = ${reference} where id = ${id} and reference = '' and ${isUncertain('t')} returning id`.execute(
    tx,
  )
  return rows.length > 0
}
