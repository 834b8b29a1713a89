import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from './errors.ts'

/**
 * Cursors of lists: a position, bound to the list it belongs to (its filters, its owner) and signed, so that a
 * cursor of another list or a changed one is refused instead of giving odd pages.
 */
export function createCursors(secretKey: string) {
  const sign = (list: string, text: string) => createHmac('sha256', secretKey).update(`cursor:${list}:${text}`).digest().subarray(0, 12)
  return {
    /** The cursor that goes on after `position` in `list`. */
    write(list: string, position: unknown): string {
      const text = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${text}.${sign(list, text).toString('base64url')}`
    },
    /** The position in a cursor of this list. Throws `bad-cursor` for any other. */
    read<T>(list: string, cursor: string): T {
      const [text = '', mark = ''] = cursor.split('.')
      const given = Buffer.from(mark, 'base64url')
      const right = sign(list, text)
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('bad-cursor')
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as T // true: signed, so we wrote it
    },
  }
}
export type Cursors = ReturnType<typeof createCursors>
