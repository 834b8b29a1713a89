import { isDeepStrictEqual } from 'node:util'
import type { Keys } from '#server/config.ts'
import { tableCipher } from '#server/platform/sealed-tables.ts'

/** PAN and GSTIN as they are sealed. */
type TaxIds = { pan: string; gstin: string }

const cipherBy = (keys: Keys) => tableCipher(keys, 'mentor_tax')

/** Seals tax numbers for the mentor who stores them. */
export const sealTaxIds = (keys: Keys, mentorId: string, ids: TaxIds): Buffer =>
  cipherBy(keys).seal(mentorId, JSON.stringify(ids))
/** @throws for changed bytes, another mentor or an unknown key */
export const openTaxIds = (keys: Keys, mentorId: string, sealed: Buffer): TaxIds =>
  JSON.parse(cipherBy(keys).open(mentorId, sealed)) as TaxIds // safe: sealed by us
/** Whether these bytes are these numbers; false if their key is lost, so that they can be entered again. */
export function holdsTaxIds(keys: Keys, mentorId: string, sealed: Buffer, ids: TaxIds): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(cipherBy(keys).open(mentorId, sealed)), ids)
  } catch {
    return false
  }
}
