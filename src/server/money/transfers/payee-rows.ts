import { sql } from 'kysely'
import { constraintOf, type Db } from '#server/platform/database.ts'
import type { Read } from '#server/platform/json-rows.ts'

type PayeeStatus = 'waiting' | 'active' | 'refused'

/** Payee `p` with account `c`, while that account is proven: an admin may have refused it since the gateway got it. */
export const provenPayee = sql`payee p join payout_account c on c.id = p.account_id and c.status = 'proven'`

/** Whether the gateway pays a mentor, to an account that is proven. */
export async function isPayable(db: Db, mentorId: string, gateway: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${provenPayee} where p.mentor_id = ${mentorId} and p.gateway = ${gateway} and p.status = 'active'`.execute(
    db,
  )
  return rows.length > 0
}

/** Why the gateway cannot pay a mentor; no row if it refused nothing. */
export const payeeRefusalOf = (mentorId: string, gateway: string): Read<{ message: string }> => ({
  query: sql`select message from payee where mentor_id = ${mentorId} and gateway = ${gateway} and status = 'refused'`,
  times: {},
})

type RefusedPayee = { mentorId: string; number: string; fullName: string; message: string }

/** Mentors whom the gateway refused, the latest first. */
export async function refusedPayees(db: Db, gateway: string, limit: number): Promise<RefusedPayee[]> {
  const { rows } = await sql<RefusedPayee>`
    select p.mentor_id as "mentorId", 'MS-' || m.number as number, m.full_name as "fullName", p.message
    from payee p join mentor m on m.id = p.mentor_id where p.gateway = ${gateway} and p.status = 'refused'
    order by p.asked_at desc limit ${limit}`.execute(db)
  return rows
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
