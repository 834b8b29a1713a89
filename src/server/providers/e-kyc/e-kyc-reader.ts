/** What is read from a signed file. Photo, address and hashes of phone and email stay in it. */
export type EKycPerson = {
  name: string
  /** Day of birth as `yyyy-mm-dd`, or only the year. */
  born: string
  /** Last four digits of the Aadhaar number. */
  lastFour: string
  /** When UIDAI made the file. */
  signedAt: Date
}

/** `code`: wrong share code. `file`: not UIDAI's archive, or damaged. `signature`: changed after signing. `certificate`: signed by a key we do not trust, or not at that time. */
type EKycProblem = 'code' | 'file' | 'signature' | 'certificate'
export type EKycAnswer = { person: EKycPerson } | { problem: EKycProblem }

/** A certificate of UIDAI, as far as it is needed. */
export type TrustedKey = { pem: string; from: Date; until: Date }

/** Reads Aadhaar Paperless Offline e-KYC files, in memory only. */
export type EKyc = {
  /** @param archive the ZIP as downloaded from UIDAI @param shareCode its password */
  read(archive: Buffer, shareCode: string): Promise<EKycAnswer>
  /** Makes a sample file; null outside the stand-in. @returns a ZIP */
  sample: ((person: { name: string; born: string; shareCode: string }) => Promise<Uint8Array>) | null
}
