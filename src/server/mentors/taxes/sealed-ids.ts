import { isDeepStrictEqual } from 'node:util'
import type { Keys } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { cipherFor } from '#server/platform/sealed.ts'
import { pageRows, type Resealed, resealRows } from '#server/platform/secret-keys.ts'

/** PAN and GSTIN as they are sealed. */
type TaxIds = { pan: string; gstin: string }

const cipherBy = (keys: Keys) => cipherFor(keys, 'tax ids')

/** Seals tax numbers for the mentor who stores them. */
export const sealTaxIds = (keys: Keys, mentorId: string, ids: TaxIds): Buffer =>
  cipherBy(keys).seal(mentorId, JSON.stringify(ids))
/** Whether these bytes are these numbers; false if their key is lost, so that they can be entered again. */
export function holdsTaxIds(keys: Keys, mentorId: string, sealed: Buffer, ids: TaxIds): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(cipherBy(keys).open(mentorId, sealed)), ids)
  } catch {
    return false
  }
}

/** Seals all tax numbers with the newest key. */
export const resealTaxIds = (db: Db, keys: Keys): Promise<Resealed> =>
  resealRows(db, {
    page: (tx, after) =>
      tx
        .selectFrom('mentor_tax')
        .select(['id', 'mentor_id as owner', 'sealed'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(pageRows)
        .forUpdate()
        .execute(),
    cipher: cipherBy(keys),
    write: (tx, id, sealed) => tx.updateTable('mentor_tax').set({ sealed }).where('id', '=', id).execute(),
  })
