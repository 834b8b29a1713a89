import type { Kysely } from 'kysely'
import type { DB } from '#server/platform/schema.ts'

/** When an account's e-KYC file was checked; null without one. */
export async function eKycCheckedAt(db: Kysely<DB>, accountId: string): Promise<Date | null> {
  const kept = await db
    .selectFrom('mentor_e_kyc')
    .select('checked_at as checkedAt')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return kept?.checkedAt ?? null
}
