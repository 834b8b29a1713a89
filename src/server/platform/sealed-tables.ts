import type { Keys } from '#server/config.ts'
import type { Db } from './database.ts'
import { cipherFor } from './sealed.ts'
import { pageRows, type Resealed, resealRows } from './secret-keys.ts'

/** Tables with a column `sealed` for the mentor of the row, and what its key is for. */
const purposes = { payout_account: 'payout accounts', mentor_tax: 'tax ids' } as const
type SealedTable = keyof typeof purposes

/** Cipher of a table's column `sealed`; its owner is the id of the row's mentor. */
export const tableCipher = (keys: Keys, table: SealedTable) => cipherFor(keys, purposes[table])

/** Seals a table's rows with the newest key. */
export const resealTable = (db: Db, keys: Keys, table: SealedTable): Promise<Resealed> =>
  resealRows(db, {
    page: (tx, after) =>
      tx
        .selectFrom(table)
        .select(['id', 'mentor_id as owner', 'sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageRows)
        .forUpdate()
        .execute(),
    cipher: tableCipher(keys, table),
    write: (tx, id, sealed) => tx.updateTable(table).set({ sealed }).where('id', '=', id).execute(),
  })
