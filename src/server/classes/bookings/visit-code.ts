import { visitCodeDigits } from '#contract/classes/limits.ts'
import type { Keys } from '#server/config.ts'
import { signerFor } from '#server/platform/sealed.ts'

/** Visit codes of lessons. Derived from the secret key, so they are never stored and can be shown again. */
export function visitCodesBy(keys: Keys) {
  const signer = signerFor(keys, 'visit codes')
  const codeOf = (signature: Buffer) =>
    String(signature.readUInt32BE() % 10 ** visitCodeDigits).padStart(visitCodeDigits, '0')
  return {
    codeOf: (lessonId: string): string => codeOf(signer.sign(lessonId)),
    /** A code shown before the key was replaced counts too. */
    isCode: (lessonId: string, code: string): boolean => signer.all(lessonId).some((one) => codeOf(one) === code),
  }
}
export type VisitCodes = ReturnType<typeof visitCodesBy>
