import { consentText } from '#contract/people/consent-texts.ts'
import { referenceOf, signXml, unsignedXml, zipFile } from '#server/providers/e-kyc/sample.ts'
import { testCertificate, testKey } from './e-kyc-keys.ts'

/** Variables of an app that trusts the test certificate. */
export const eKycVariables = { UIDAI_CERTIFICATES: testCertificate }

type Person = { name?: string; dob?: string; lastFour?: string; madeAt?: Date; key?: string }
/** What a page sends: an e-KYC file with its share code, and the consent to the current text. */
export async function eKycBody(person: Person = {}, change: Record<string, unknown> = {}) {
  const { name = 'Asha Verma', dob = '14-05-1990', lastFour = '0124', madeAt = new Date(), key = testKey } = person
  const file = await zipFile(signXml(unsignedXml({ name, dob, reference: referenceOf(lastFour, madeAt) }), key), '9Zx1')
  const consent = { version: consentText('e-kyc', 'hi').version, language: 'hi' }
  return { file: Buffer.from(file).toString('base64'), shareCode: '9Zx1', fullName: 'Asha Verma', consent, ...change }
}
