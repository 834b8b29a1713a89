import { sql } from 'kysely'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { EKycPerson } from '#server/providers/e-kyc/e-kyc-reader.ts'

type Kept = Pick<EKycPerson, 'name' | 'lastFour' | 'signedAt'>

type Written = { checkedAt: Date; change: 'first' | 'same' | 'other' }

/** Keeps the result of a file, instead of an earlier one's. Evidence of an open safety case stays, which the sender must not notice. */
export async function writeEKyc(tx: Transaction, accountId: string, given: Kept): Promise<Written> {
  const { rows } = await sql<Written>`
    insert into mentor_e_kyc as k (account_id, name, last_four, signed_at) values (${accountId}, ${given.name}, ${given.lastFour}, ${given.signedAt})
    on conflict (account_id) do update set name = excluded.name, last_four = excluded.last_four, signed_at = excluded.signed_at, checked_at = now()
      where not account_is_held(k.account_id)
    returning new.checked_at as "checkedAt", case when old.name is null then 'first'
      when old.name = new.name and old.last_four = new.last_four then 'same' else 'other' end as change`.execute(tx)
  return rows[0] ?? { checkedAt: new Date(), change: 'same' }
}

export async function mentorIdOf(tx: Transaction, accountId: string): Promise<string | null> {
  const mentor = await tx.selectFrom('mentor').select('id').where('account_id', '=', accountId).executeTakeFirst()
  return mentor?.id ?? null
}

/** The file becomes the identity document of a mentor. */
export const setEKycDocument = (tx: Transaction, mentorId: string) =>
  tx.updateTable('mentor').set({ document: eKycDocument, deleted_document: null }).where('id', '=', mentorId).execute()

export async function reopenIdentity(tx: Transaction, mentorId: string, states: readonly string[]): Promise<void> {
  await tx
    .updateTable('mentor_check')
    .set({ state: 'pending', checked_on: null, valid_until: null, basis: '', method: '', evidence: null })
    .where('mentor_id', '=', mentorId)
    .where('kind', '=', 'identity')
    .where('state', 'in', states)
    .execute()
}

/** Evidence of an open safety case stays. */
export const deleteEKyc = (tx: Transaction, accountId: string) =>
  tx
    .deleteFrom('mentor_e_kyc')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`not account_is_held(account_id)`)
    .execute()

/** Deletes results that are nobody's document any more, neither of a mentor nor in a draft. @returns their number */
export async function deleteUnusedEKyc(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from mentor_e_kyc k where not account_is_held(k.account_id)
    and not exists (select from mentor m where m.account_id = k.account_id and m.document is distinct from m.deleted_document and m.document is not null)
    and (exists (select from mentor m where m.account_id = k.account_id) or not exists (select from application a where a.account_id = k.account_id))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
