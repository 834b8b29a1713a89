import { sql } from 'kysely'
import { constraintOf, type Db } from '#server/platform/database.ts'

export type PayeeStatus = 'waiting' | 'active' | 'refused'
export async function payeeOf(db: Db, mentorId: string, gateway: string): Promise<PayeeStatus | null> {
  const row = await db
    .selectFrom('payee')
    .select('status')
    .where('mentor_id', '=', mentorId)
    .where('gateway', '=', gateway)
    .$castTo<{ status: PayeeStatus }>()
    .executeTakeFirst()
  return row?.status ?? null
}

type PayeeRow = {
  mentorId: string
  gateway: string
  accountId: string
  status: PayeeStatus
  message: string
  /** Empty keeps the earlier one. */
  reference: string
}
export const savePayee = (db: Db, { mentorId, gateway, accountId, status, message, reference }: PayeeRow) =>
  sql`insert into payee (mentor_id, gateway, account_id, status, message, reference)
    values (${mentorId}, ${gateway}, ${accountId}, ${status}, ${message}, ${reference})
    on conflict on constraint payee_once do update set account_id = excluded.account_id, status = excluded.status, message = excluded.message,
      reference = coalesce(nullif(excluded.reference, ''), payee.reference),
      asked_at = now()`.execute(db)

/** Keeps what the gateway calls a mentor, before it is given an account; false if another mentor has it. */
export async function claimPayee(
  db: Db,
  { mentorId, gateway, reference }: Pick<PayeeRow, 'mentorId' | 'gateway' | 'reference'>,
): Promise<boolean> {
  try {
    const { rows } =
      await sql`insert into payee (mentor_id, gateway, reference) values (${mentorId}, ${gateway}, ${reference})
      on conflict on constraint payee_once do update set reference = excluded.reference, account_id = null, status = 'waiting', message = ''
        where payee.reference = '' returning mentor_id`.execute(db)
    return rows.length > 0
  } catch (error) {
    if (constraintOf(error) === 'payee_reference_once') return false
    throw error
  }
}
