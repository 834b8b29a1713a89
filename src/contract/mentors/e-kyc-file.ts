import { z } from 'zod'
import { shownConsent } from '../people/consents.ts'
import { bothSides, endpoint } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'
import { eKycBytes, shareCodePattern } from './e-kyc.ts'

export const sendEKyc = endpoint({
  method: 'POST',
  url: '/api/mentor/e-kyc',
  schema: {
    summary:
      'Check the signed e-KYC file of UIDAI as the identity document of the caller, with consent to the text shown. The file, the share code, photo and address are not kept; another file replaces what was kept',
    tags: ['applications'],
    body: z.strictObject({
      /** The ZIP as downloaded, in base64. */
      file: z
        .base64()
        .min(1)
        .max(Math.ceil(eKycBytes.archive / 3) * 4),
      shareCode: z.string().regex(shareCodePattern),
      /** The name in the application, which must be that of the file. */
      fullName: line(80),
      consent: shownConsent,
    }),
    response: { 200: z.object({ data: z.object({ checkedAt: z.iso.datetime() }) }) },
  },
  config: { access: bothSides },
})
