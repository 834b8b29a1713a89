import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { AppError } from './errors.ts'

/**
 * Cursors of lists: a position, encrypted (AES-256-GCM) and bound to its list, which is named by its filters and owner. A
 * changed cursor or one of another list is refused, and ranks and distances in it stay private. Equal positions give equal
 * cursors, so that an unchanged page has the same bytes.
 */
export function createCursors(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'cursors', 32))
  const ivKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'cursors iv', 32))
  return {
    /** Cursor of the rows after `position` in `list`. */
    write(list: string, position: unknown): string {
      const text = JSON.stringify(position)
      // The IV depends on the text, so it repeats only for equal texts.
      const iv = createHmac('sha256', ivKey).update(`${list}\0${text}`).digest().subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(list))
      const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    /** Position in a cursor of `list`. @throws AppError `bad-cursor` if it is not one */
    read<T>(list: string, cursor: string): T {
      const bytes = Buffer.from(cursor, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
          .setAAD(Buffer.from(list))
          .setAuthTag(bytes.subarray(12, 28))
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as T // safe: encrypted by us
      } catch {
        throw new AppError('bad-cursor')
      }
    },
  }
}
export type Cursors = ReturnType<typeof createCursors>
