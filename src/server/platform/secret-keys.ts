import { hkdfSync } from 'node:crypto'
import { type Keys, StartError } from '#server/config.ts'
import { type Db, type Transaction, transaction } from './database.ts'
import { lockSecretKeys } from './locks.ts'
import type { cipherFor } from './sealed.ts'

type Kind = 'secret' | 'file'

/** Name of a key, from which the key cannot be told. */
export const keyName = (key: string, kind: Kind = 'secret'): string =>
  Buffer.from(hkdfSync('sha256', key, '', `${kind} key name`, 8)).toString('hex')

/** Stands for the keys of a database that knows none yet. */
const unknownKey = 'unknown'

/**
 * Checks that every key that sealed something in this database is configured, and records the newest. A database that
 * knows no key yet is checked by its sealed rows. @throws StartError with the way out
 */
export const claimKeys = (db: Db, keys: Keys, sealed: SealedRows): Promise<void> =>
  transaction(db, async (tx) => {
    await lockSecretKeys(tx)
    const known = await tx.selectFrom('secret_key').select('name').orderBy('since').execute()
    assertConfigured(known, keys, 'secret')
    if (known.length === 0 && !(await opensSome(tx, sealed)))
      throw new StartError(
        `SECRET_KEY does not fit this database: it opens no authenticator secret. Configure the key that sealed them.
If it is lost: npm run secret-keys -- --lost ${unknownKey}`,
      )
    await insertKey(tx, keys)
  })

/**
 * As `claimKeys`, for the keys of stored files. Files are never encrypted again, so that every key stays needed; a database that
 * knows none yet records all.
 */
export const claimFileKeys = (db: Db, keys: Keys): Promise<void> =>
  transaction(db, async (tx) => {
    await lockSecretKeys(tx)
    const known = await tx.selectFrom('file_key').select('name').orderBy('since').execute()
    assertConfigured(known, keys, 'file')
    const names = keys.slice(0, known.length === 0 ? keys.length : 1).map((key) => ({ name: keyName(key, 'file') }))
    await tx
      .insertInto('file_key')
      .values(names)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

const configured = {
  secret: {
    variable: 'SECRET_KEY',
    file: 'secret-key',
    next: ';\nnpm run secret-keys then seals everything with the newest',
  },
  file: { variable: 'FILE_KEYS', file: 'file-keys', next: '' },
}

function assertConfigured(known: readonly { name: string }[], keys: Keys, kind: Kind): void {
  const names = keys.map((key) => keyName(key, kind))
  const missing = known.map(({ name }) => name).filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const { variable, file, next } = configured[kind]
    throw new StartError(
      `${variable} does not fit this database, which needs key ${missing.join(', ')}; configured: ${names.join(', ')}.
Put the missing key after the newest, separated by a comma (in the file ${file} on a line of its own), and start again${next}.
If it is lost: npm run secret-keys -- --lost ${missing[0]}`,
    )
  }
}

async function opensSome(tx: Transaction, { page, cipher }: SealedRows): Promise<boolean> {
  const found = await page(tx, firstId)
  return found.length === 0 || found.some(({ owner, sealed }) => tryReseal(cipher, owner, sealed) !== 'unreadable')
}

const insertKey = (tx: Transaction, [newest]: Keys) =>
  tx
    .insertInto('secret_key')
    .values({ name: keyName(newest) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Forgets every key but the newest, once nothing needs them. @returns the names of the forgotten ones */
export async function forgetEarlierKeys(db: Db, [newest]: Keys): Promise<string[]> {
  const forgotten = await db.deleteFrom('secret_key').where('name', '<>', keyName(newest)).returning('name').execute()
  return forgotten.map(({ name }) => name)
}

/** Gives up a key that is lost, a secret one for the newest; what it sealed stays closed. @returns whether it was known */
export const forgetLostKey = (db: Db, keys: Keys, name: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lockSecretKeys(tx)
    const files = await tx.deleteFrom('file_key').where('name', '=', name).executeTakeFirst()
    if (files.numDeletedRows > 0n) return true
    const known = await tx.selectFrom('secret_key').select('name').execute()
    if (!(name === unknownKey ? known.length === 0 : known.some((one) => one.name === name))) return false
    await tx.deleteFrom('secret_key').where('name', '=', name).execute()
    await insertKey(tx, keys)
    return true
  })

const firstId = '00000000-0000-0000-0000-000000000000'
/** Rows that one transaction seals again. */
export const pageRows = 500

export type Resealed = { resealed: number; unchanged: number; unreadable: number }

export type SealedRows = {
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
  let after: string | undefined = firstId
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
