/** Aadhaar Paperless Offline e-KYC as a mentor's identity document. Free of zod: the browser imports it. */

/** Answer and stored document of a mentor who gave an e-KYC file instead of an uploaded one. */
export const eKycDocument = 'e-kyc'
/** The archive in bytes, and the XML in it. Files from UIDAI have some ten kilobytes, most of it the photo. */
export const eKycBytes = { archive: 128 * 1024, xml: 512 * 1024 } as const
/** UIDAI's share code: four letters or digits. */
export const shareCodeLength = 4
export const shareCodePattern = new RegExp(`^[A-Za-z0-9]{${shareCodeLength}}$`)
/** Share code of the sample file in demos. */
export const sampleShareCode = '1234'
/** Files that an account may send in an hour: four characters must not be guessed. */
export const eKycPerHour = 10
