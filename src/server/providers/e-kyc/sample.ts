import { generateKeyPairSync, randomInt } from 'node:crypto'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { FastifyInstance } from 'fastify'
import { SignedXml } from 'xml-crypto'
import { z } from 'zod'
import { sampleShareCode } from '#contract/mentors/e-kyc.ts'
import type { EKyc, TrustedKey } from './e-kyc-reader.ts'
import { c14n, enveloped, rsaSha1, sha256 } from './signed-xml.ts'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[one]};`)

/** `referenceId` of a file made at this time. */
export function referenceOf(lastFour: string, at: Date): string {
  const inIndia = new Date(at.getTime() + 330 * 60_000).toISOString()
  return lastFour + inIndia.replace(/\D/g, '').slice(0, 17)
}

/** XML of a file before signing. Day of birth as in UIDAI's files. */
export const unsignedXml = ({ name, dob, reference }: { name: string; dob: string; reference: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?><OfflinePaperlessKyc referenceId="${reference}"><UidData>` +
  `<Poi dob="${escaped(dob)}" e="" gender="F" m="" name="${escaped(name)}"/>` +
  `<Poa careof="" country="India" dist="Indore" house="1" landmark="" loc="" pc="452001" po="" state="Madhya Pradesh" street="" subdist="" vtc="Indore"/>` +
  `<Pht></Pht></UidData></OfflinePaperlessKyc>`

/** Signs as UIDAI does, with line breaks written as `&#13;`. */
export function signXml(xml: string, privateKey: string, method = rsaSha1): string {
  const signer = new SignedXml({ privateKey, signatureAlgorithm: method, canonicalizationAlgorithm: c14n })
  signer.addReference({ xpath: '/*', transforms: [enveloped], digestAlgorithm: sha256, isEmptyUri: true })
  signer.computeSignature(xml)
  return signer
    .getSignedXml()
    .replace(/(?<=<SignatureValue>)[^<]*/, (value) => value.replace(/.{76}/g, (line) => `${line}&#13;\n`))
}

/** Puts a file into an archive encrypted like UIDAI's. */
export async function zipFile(text: string, shareCode: string): Promise<Uint8Array> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  await archive.add('offlineaadhaar.xml', new TextReader(text), { password: shareCode, zipCrypto: true })
  return await archive.close()
}

/** Made-up keys of this process, on first use: samples are valid until it ends. */
export function standIn(): { trusted: () => TrustedKey; sample: NonNullable<EKyc['sample']> } {
  let made: { publicKey: string; privateKey: string } | undefined
  const keys = () => {
    made ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    return made
  }
  return {
    trusted: () => ({ pem: keys().publicKey, from: new Date(0), until: new Date(8.64e15) }),
    sample: async ({ name, born, shareCode }) => {
      const dob = born.split('-').reverse().join('-')
      const lastFour = String(randomInt(10_000)).padStart(4, '0')
      const xml = unsignedXml({ name, dob, reference: referenceOf(lastFour, new Date()) })
      return await zipFile(signXml(xml, keys().privateKey), shareCode)
    },
  }
}

/** Offers a sample file; mounted only with the stand-in. */
export function eKycSandbox(app: FastifyInstance, sample: NonNullable<EKyc['sample']>): void {
  const query = z.object({ name: z.string().trim().min(1).max(80).catch('Asha Verma') })
  app.get('/sandbox/e-kyc', async (request, reply) => {
    const { name } = query.parse(request.query)
    const file = await sample({ name, born: '1990-05-14', shareCode: sampleShareCode })
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="sample-e-kyc.zip"')
      .header('cache-control', 'no-store')
      .send(Buffer.from(file))
  })
}
