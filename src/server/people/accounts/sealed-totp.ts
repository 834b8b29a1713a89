import { sql } from 'kysely'
import type { Keys } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { cipherFor } from '#server/platform/sealed.ts'
import { pageRows, type SealedRows } from '#server/platform/secret-keys.ts'

// The columns check that a secret begins with a version, so that one stored unsealed is refused.
const prefix = 'v1.'
const ownerOf = (id: string) => `totp ${id}`
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(prefix.length), 'base64url')
const textOf = (bytes: Buffer) => `${prefix}${bytes.toString('base64url')}`
const cipherBy = (keys: Keys) => cipherFor(keys, 'sealed v1')

/** Seals an authenticator secret for the account or challenge that stores it. */
export const sealTotp = (keys: Keys, id: string, secret: string): string =>
  textOf(cipherBy(keys).seal(ownerOf(id), secret))
/** The secret; null if its key is missing. */
export function unsealTotp(keys: Keys, id: string, sealed: string): string | null {
  try {
    return cipherBy(keys).open(ownerOf(id), bytesOf(sealed))
  } catch {
    return null
  }
}

/** The admins' secrets. */
export const sealedTotp = (keys: Keys): SealedRows => ({
  page: async (tx, after) => {
    const found = await tx
      .selectFrom('admin_user')
      .select(['account_id as id', 'totp_secret as sealed'])
      .where('totp_secret', 'is not', null)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(pageRows)
      .forUpdate()
      .$narrowType<{ sealed: string }>()
      .execute()
    return found.map(({ id, sealed }) => ({ id, owner: ownerOf(id), sealed: bytesOf(sealed) }))
  },
  cipher: cipherBy(keys),
  write: (tx, id, bytes) =>
    tx
      .updateTable('admin_user')
      .set({ totp_secret: textOf(bytes) })
      .where('account_id', '=', id)
      .execute(),
})

/** Unused recovery codes that another key than the newest made. They are hashes, so they cannot be moved to a new key. */
export async function countEarlierRecoveryCodes(db: Db, newest: string): Promise<{ codes: number; admins: number }> {
  const { rows } = await sql<{ codes: number; admins: number }>`
    select count(*)::int as codes, count(distinct account_id)::int as admins from recovery_code
    where used_at is null and key_name is distinct from ${newest}`.execute(db)
  return rows[0] ?? { codes: 0, admins: 0 }
}
