import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

/**
 * Cursors of lists: a position, sealed (AES-256-GCM) together with the list it belongs to (its filters, its owner). A
 * changed cursor or one of another list does not open, and the ranks and distances in it stay ours.
 */
export function createCursors(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'cursors', 32))
  return {
    /** The cursor that goes on after `position` in `list`. */
    write(list: string, position: unknown): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(list))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    /** The position in a cursor of this list. Throws `bad-cursor` for any other. */
    read<T>(list: string, cursor: string): T {
      const bytes = Buffer.from(cursor, 'base64url')
      try {
        const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(list))
          .setAuthTag(bytes.subarray(12, 28))
        return JSON.parse(Buffer.concat([opened.update(bytes.subarray(28)), opened.final()]).toString()) as T // true: sealed by us
      } catch {
        throw new AppError('bad-cursor')
      }
    },
  }
}
export type Cursors = ReturnType<typeof createCursors>
