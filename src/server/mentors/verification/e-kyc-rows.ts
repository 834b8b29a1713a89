import { type Kysely, sql } from 'kysely'
import { eKycDocument } from '#contract/mentors/e-kyc.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import type { EKycPerson } from '#server/providers/e-kyc/e-kyc-reader.ts'

type Kept = Pick<EKycPerson, 'name' | 'lastFour' | 'signedAt'>

/** Keeps the result of a file, instead of an earlier one's. @returns when it was checked */
export async function writeEKyc(tx: Transaction, accountId: string, { name, lastFour, signedAt }: Kept): Promise<Date> {
  const kept = { name, last_four: lastFour, signed_at: signedAt, checked_at: sql<Date>`now()` }
  const { checked_at } = await tx
    .insertInto('mentor_e_kyc')
    .values({ account_id: accountId, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .returning('checked_at')
    .executeTakeFirstOrThrow()
  return checked_at
}

export async function mentorIdOf(tx: Transaction, accountId: string): Promise<string | null> {
  const mentor = await tx.selectFrom('mentor').select('id').where('account_id', '=', accountId).executeTakeFirst()
  return mentor?.id ?? null
}

/** The file becomes the identity document of a mentor. */
export const setEKycDocument = (tx: Transaction, mentorId: string) =>
  tx.updateTable('mentor').set({ document: eKycDocument, deleted_document: null }).where('id', '=', mentorId).execute()

export async function reopenFailedIdentity(tx: Transaction, mentorId: string): Promise<void> {
  await tx
    .updateTable('mentor_check')
    .set({ ...{ state: 'pending', checked_on: null, valid_until: null, basis: '', method: '', evidence: null } })
    .where('mentor_id', '=', mentorId)
    .where('kind', '=', 'identity')
    .where('state', '=', 'failed')
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
export async function deleteUnusedEKyc(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`delete from mentor_e_kyc k where not account_is_held(k.account_id)
    and not exists (select from mentor m where m.account_id = k.account_id and m.document is distinct from m.deleted_document and m.document is not null)
    and (exists (select from mentor m where m.account_id = k.account_id) or not exists (select from application a where a.account_id = k.account_id))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
