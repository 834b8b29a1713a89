import { basesOf, endingChecks, methodsOf } from '#contract/mentors/check-evidence.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import { noMaster } from '#contract/reference/degrees.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { CheckResult, Uploads } from './locked-rows.ts'

/** Clears fields of other kinds: a degree belongs to qualification, a date of issue to police. */
export const relevantResult = (kind: CheckKind, found: CheckResult): CheckResult => ({
  ...found,
  ...(kind !== 'qualification' && { degree: '', degreeYear: null }),
  ...(kind !== 'police' && { issuedOn: null }),
})

function problemOf(kind: CheckKind, found: CheckResult, degrees: readonly string[]): [string, string] | null {
  const { state, method, basis, degree, issuedOn, validUntil } = found
  if (method !== '' && !methodsOf[kind].includes(method)) return ['method', 'a way of this check']
  if (basis !== '' && !basesOf[kind].includes(basis)) return ['basis', 'what this check rests on']
  const held = degrees.filter((code) => !noMaster.some((none) => none === code))
  if (degree !== '' && !held.includes(degree)) return ['degree', 'a degree of this mentor']
  if (method === 'e-kyc' && basis !== '' && basis !== 'aadhaar') return ['basis', 'Aadhaar']
  if (state !== 'passed') return null
  if (kind === 'qualification' && degree === '' && held.length > 0) return ['degree', 'which degree was seen']
  if (kind === 'police' && issuedOn === null) return ['issuedOn', 'the day on the certificate']
  if (endingChecks.includes(kind) && validUntil === null) return ['validUntil', 'its last day']
  return null
}

/**
 * Throws `bad-request` for a result this kind of check cannot have, and `check-without-document` when it passes by an
 * uploaded copy or an e-KYC file that does not exist. A check that passed by a file deleted since then is unaffected.
 */
export function assertEvidence(kind: CheckKind, before: CheckResult, found: CheckResult, uploads: Uploads): void {
  const problem = problemOf(kind, found, uploads.degrees)
  if (problem) throw invalidField(problem[0], problem[1])
  if (
    found.state !== 'passed' ||
    (found.method !== 'copy' && found.method !== 'e-kyc') ||
    kind === 'interview' ||
    kind === 'training' ||
    (found.method === 'e-kyc' ? uploads.eKyc : uploads[kind])
  )
    return
  const isSame = before.state === 'passed' && before.method === found.method && before.checkedOn === found.checkedOn
  if (!isSame) throw new AppError('check-without-document', { kind })
}
