import type { Keys } from '#server/config.ts'
import { AppError } from './errors.ts'
import { cipherFor, signerFor } from './sealed.ts'

/**
 * Cursors of lists: a position, encrypted and bound to its list, which is named by its filters and owner. A changed cursor or
 * one of another list is refused, and ranks and distances in it stay private. Equal positions give equal cursors, so that an
 * unchanged page has the same bytes.
 */
export function createCursors(keys: Keys) {
  const cipher = cipherFor(keys, 'cursors')
  const ivs = signerFor(keys, 'cursors iv')
  return {
    /** Cursor of the rows after `position` in `list`. */
    write(list: string, position: unknown): string {
      const text = JSON.stringify(position)
      // The IV depends on the text, so it repeats only for equal texts.
      return cipher.seal(list, text, ivs.sign(`${list}\0${text}`).subarray(0, 12)).toString('base64url')
    },
    /** Position in a cursor of `list`. @throws AppError `bad-cursor` if it is not one */
    read<T>(list: string, cursor: string): T {
      try {
        return JSON.parse(cipher.open(list, Buffer.from(cursor, 'base64url'))) as T // safe: encrypted by us
      } catch {
        throw new AppError('bad-cursor')
      }
    },
  }
}
export type Cursors = ReturnType<typeof createCursors>
