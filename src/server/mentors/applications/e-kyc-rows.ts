import type { Db } from '#server/platform/database.ts'

/** When an account's e-KYC file was checked; null without one. */
export async function eKycCheckedAt(db: Db, accountId: string): Promise<Date | null> {
  const kept = await db
    .selectFrom('mentor_e_kyc')
    .select('checked_at as checkedAt')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return kept?.checkedAt ?? null
}
