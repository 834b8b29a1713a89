import { hkdfSync } from 'node:crypto'
import { type Keys, StartError } from '#server/config.ts'
import { type Db, type Transaction, transaction } from './database.ts'
import type { cipherFor } from './sealed.ts'

/** Name of a key, from which the key cannot be told. */
export const keyName = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'secret key name', 8)).toString('hex')

/**
 * Checks that every key that sealed something in this database is configured, and records the newest.
 * @throws StartError with the way out
 */
export async function claimKeys(db: Db, keys: Keys): Promise<void> {
  const names = keys.map(keyName)
  const known = await db.selectFrom('secret_key').select('name').orderBy('since').execute()
  const missing = known.map(({ name }) => name).filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new StartError(
      `SECRET_KEY does not fit this database, which needs key ${missing.join(', ')}; configured: ${names.join(', ')}.
Put the missing key after the newest, separated by a comma (in the file secret-key on a line of its own), and start again;
npm run secret-keys then seals everything with the newest. If it is lost: npm run secret-keys -- --lost ${missing[0]}`,
    )
  }
  await db
    .insertInto('secret_key')
    .values({ name: keyName(keys[0]) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets every key but the newest, once nothing needs them. @returns the names of the forgotten ones */
export async function forgetEarlierKeys(db: Db, [newest]: Keys): Promise<string[]> {
  const forgotten = await db.deleteFrom('secret_key').where('name', '<>', keyName(newest)).returning('name').execute()
  return forgotten.map(({ name }) => name)
}

/** Forgets a key that is lost; what it sealed stays closed. @returns whether it was known */
export async function forgetLostKey(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('secret_key').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Rows that one transaction seals again. */
export const pageRows = 500

export type Resealed = { resealed: number; unchanged: number; unreadable: number }

type SealedRows = {
  /** Locked rows after an id, in its order; none after the last. */
  page: (tx: Transaction, after: string) => Promise<{ id: string; owner: string; sealed: Buffer }[]>
  cipher: Pick<ReturnType<typeof cipherFor>, 'reseal'>
  write: (tx: Transaction, id: string, sealed: Buffer) => Promise<unknown>
}

/** Seals rows with the newest key, page by page, each in its own transaction. */
export async function resealRows(db: Db, { page, cipher, write }: SealedRows): Promise<Resealed> {
  const counts = { resealed: 0, unchanged: 0, unreadable: 0 }
  async function resealPage(tx: Transaction, after: string): Promise<string | undefined> {
    const found = await page(tx, after)
    for (const { id, owner, sealed } of found) {
      const outcome = tryReseal(cipher, owner, sealed)
      if (typeof outcome !== 'string') await write(tx, id, outcome)
      counts[typeof outcome === 'string' ? outcome : 'resealed']++
    }
    return found.at(-1)?.id
  }
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after) {
    const from: string = after
    after = await transaction(db, (tx) => resealPage(tx, from))
  }
  return counts
}

function tryReseal({ reseal }: SealedRows['cipher'], owner: string, sealed: Buffer) {
  try {
    return reseal(owner, sealed) ?? 'unchanged'
  } catch {
    return 'unreadable'
  }
}
