import { createHmac, hkdfSync } from 'node:crypto'
import { visitCodeDigits } from '#contract/classes/limits.ts'

/** Visit code of a lesson id. Derived from the secret key, so it is never stored and can be shown again. */
export type CodeOf = (lessonId: string) => string

export function visitCodesBy(secretKey: string): CodeOf {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'visit codes', 32))
  return (lessonId) => {
    const number = createHmac('sha256', key).update(lessonId).digest().readUInt32BE()
    return String(number % 10 ** visitCodeDigits).padStart(visitCodeDigits, '0')
  }
}
