import { createHmac, hkdfSync } from 'node:crypto'
import { visitCodeDigits } from '#contract/classes/limits.ts'

/** The code of a class, by its id. It follows from our secret, so that it is kept nowhere and can be shown again. */
export type CodeOf = (lessonId: string) => string

export function visitCodesBy(secretKey: string): CodeOf {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'visit codes', 32))
  return (lessonId) => {
    const number = createHmac('sha256', key).update(lessonId).digest().readUInt32BE()
    return String(number % 10 ** visitCodeDigits).padStart(visitCodeDigits, '0')
  }
}
