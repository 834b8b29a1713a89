import { X509Certificate } from 'node:crypto'
import { type Config, isReal } from '#server/config.ts'
import { readArchive } from './archive.ts'
import type { EKyc, EKycAnswer, EKycPerson, TrustedKey } from './e-kyc-reader.ts'
import { standIn } from './sample.ts'
import { childOf, verify } from './signed-xml.ts'

/** `referenceId`: the last four digits of the number, then `yyyymmddhhmmssmmm` in India. */
function readReference(reference: string | null): Pick<EKycPerson, 'lastFour' | 'signedAt'> | null {
  const [, lastFour, day, time, ms] = /^(\d{4})(\d{8})(\d{6})(\d{3})$/.exec(reference ?? '') ?? []
  if (!lastFour || !day || !time || !ms) return null
  const iso = `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.${ms}+05:30`
  const signedAt = new Date(iso)
  return Number.isNaN(signedAt.getTime()) ? null : { lastFour, signedAt }
}

/** `dob`: `dd-mm-yyyy`, or only the year for holders who gave no day. */
function readBirth(given: string | null): string | null {
  const [, day, month, year] = /^(?:(\d\d)[-/](\d\d)[-/])?(\d{4})$/.exec(given ?? '') ?? []
  if (!year) return null
  const born = day ? `${year}-${month}-${day}` : year
  return Number.isNaN(Date.parse(born)) ? null : born
}

/** Longest name kept, in characters. */
const longestName = 200

/**
 * Reads a file of Aadhaar Paperless Offline e-KYC: a ZIP encrypted with the share code, with one XML file
 * `OfflinePaperlessKyc/UidData/Poi` that UIDAI signed.
 * Source: uidai.gov.in, "Aadhaar Paperless Offline e-kyc".
 */
export async function readEKyc(archive: Buffer, shareCode: string, keys: readonly TrustedKey[]): Promise<EKycAnswer> {
  const opened = await readArchive(archive, shareCode)
  if (typeof opened === 'string') return { problem: opened }
  try {
    const verified = verify(opened.text, keys)
    if (typeof verified === 'string') return { problem: verified }
    const { root, key } = verified
    if (root.nodeName !== 'OfflinePaperlessKyc') return { problem: 'file' }
    const poi = childOf(childOf(root, 'UidData'), 'Poi')
    const reference = readReference(root.getAttribute('referenceId'))
    const born = readBirth(poi.getAttribute('dob'))
    const name = (poi.getAttribute('name') ?? '').normalize('NFC').trim().replace(/\s+/g, ' ')
    if (!reference || !born || name === '' || name.length > longestName) return { problem: 'file' }
    // An expired certificate counts for what it signed while it was valid.
    if (reference.signedAt < key.from || reference.signedAt > key.until) return { problem: 'certificate' }
    return { person: { name, born, ...reference } }
  } catch {
    return { problem: 'file' }
  }
}

const trustedKey = (pem: string): TrustedKey => {
  const { validFromDate: from, validToDate: until } = new X509Certificate(pem)
  return { pem, from, until }
}

/** The reader with the configured certificates; without any the stand-in, or null where a real provider is configured. */
export function createEKyc(config: Config): EKyc | null {
  if (config.uidaiCertificates.length > 0) {
    const keys = config.uidaiCertificates.map(trustedKey)
    return { read: (archive, shareCode) => readEKyc(archive, shareCode, keys), sample: null }
  }
  if (isReal(config)) return null
  const { trusted, sample } = standIn()
  return { read: (archive, shareCode) => readEKyc(archive, shareCode, [trusted()]), sample }
}
