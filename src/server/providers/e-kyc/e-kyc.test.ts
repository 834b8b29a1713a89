import { generateKeyPairSync } from 'node:crypto'
import { TextReader, Uint8ArrayWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { eKycBytes } from '#contract/mentors/e-kyc.ts'
import { readConfig } from '#server/config.ts'
import { testCertificate, testKey } from '#test/e-kyc-keys.ts'
import { testConfig } from '#test/harness.ts'
import { collect } from './archive.ts'
import { createEKyc, readEKyc } from './e-kyc.ts'
import type { TrustedKey } from './e-kyc-reader.ts'
import { referenceOf, signXml, unsignedXml, zipFile } from './sample.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const uidai = pair()
const other = pair()
const trusted = (pem: string, from = '2020-01-01', until = '2099-01-01'): TrustedKey => ({
  pem,
  from: new Date(from),
  until: new Date(until),
})
const keys = [trusted(other.publicKey), trusted(uidai.publicKey)]
const madeAt = new Date('2026-11-20T10:00:00.123Z')
const asha = { name: 'Asha Verma', dob: '14-05-1990', reference: referenceOf('2345', madeAt) }
const xml = unsignedXml(asha)
const signed = signXml(xml, uidai.privateKey)
const person = { name: 'Asha Verma', born: '1990-05-14', lastFour: '2345', signedAt: madeAt }

type Entry = { text: string; options?: ZipWriterAddDataOptions }
async function zipOf(...entries: Entry[]): Promise<Buffer> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [i, { text, options }] of entries.entries())
    await archive.add(`${i}.xml`, new TextReader(text), { password: 'a1B2', ...options })
  return Buffer.from(await archive.close())
}
const read = async (text: string, using = keys) =>
  await readEKyc(Buffer.from(await zipFile(text, 'a1B2')), 'a1B2', using)

test('reads a signed file, encrypted by ZipCrypto or AES, and nothing but name, birth, last digits and time', async () => {
  expect(await read(signed)).toEqual({ person })
  expect(await readEKyc(await zipOf({ text: signed }), 'a1B2', keys)).toEqual({ person })
  const newer = signXml(xml, uidai.privateKey, 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
  expect(await read(newer)).toEqual({ person })
  const escaped = signXml(unsignedXml({ ...asha, name: 'Asha "A" & <Verma>', dob: '1990' }), uidai.privateKey)
  expect(await read(escaped)).toEqual({ person: { ...person, name: 'Asha "A" & <Verma>', born: '1990' } })
})

test.each([
  ['the name', (text: string) => text.replace('Asha Verma', 'Ravi Verma')],
  ['the reference id', (text: string) => text.replace(asha.reference, referenceOf('2345', new Date()))],
  ['the photo', (text: string) => text.replace('<Pht/>', '<Pht>AAAA</Pht>').replace('<Pht></Pht>', '<Pht>AAAA</Pht>')],
])('refuses a file whose %s was changed', async (_, change) => {
  const changed = change(signed)
  expect(changed).not.toBe(signed)
  expect(await read(changed)).toEqual({ problem: 'signature' })
})

test('refuses a signature by a key that is not trusted, and never takes a key from the file', async () => {
  expect(await read(signed, [trusted(other.publicKey)])).toEqual({ problem: 'certificate' })
  const der = testCertificate.replace(/-----[^-]+-----|\s/g, '')
  const info = `<KeyInfo><X509Data><X509Certificate>${der}</X509Certificate></X509Data></KeyInfo></Signature>`
  const forged = signXml(xml, testKey).replace('</Signature>', info)
  expect(await read(forged)).toEqual({ problem: 'certificate' })
  expect(await read(forged, [trusted(testCertificate)])).toEqual({ person })
})

test('a certificate counts for files made while it was valid', async () => {
  const at = (from: string, until: string) => read(signed, [trusted(uidai.publicKey, from, until)])
  expect(await at('2026-11-21', '2027-01-01')).toEqual({ problem: 'certificate' })
  expect(await at('2026-01-01', '2026-11-20T10:00:00Z')).toEqual({ problem: 'certificate' })
  expect(await at('2026-01-01', '2026-11-21')).toEqual({ person })
})

const signature = /<Signature[\s\S]*<\/Signature>/.exec(signed)?.[0] ?? ''
const root = signed.replace(/<\?xml[^>]*\?>/, '')
const evil = root.replace(signature, '').replace('Asha', 'Ravi')
const resigned = (change: (text: string) => string) => signXml(change(xml), uidai.privateKey)
const algorithm = (from: string, to: string) => signed.replace(from, to)

test.each([
  ['the signed file inside another', `<OfflinePaperlessKyc>${root}</OfflinePaperlessKyc>`],
  ['the signed file beside another', evil.replace('</OfflinePaperlessKyc>', `${root}</OfflinePaperlessKyc>`)],
  ['the signature moved into a changed file', evil.replace('<UidData>', `<UidData>${signature}`)],
  ['two signatures', signed.replace(signature, signature + signature)],
  ['two roots', root + root],
  ['a DTD', signed.replace('<Offline', '<!DOCTYPE a [<!ENTITY b "Asha">]><Offline')],
  ['a comment', signed.replace('<UidData>', '<UidData><!-- -->')],
  ['an instruction', signed.replace('<UidData>', '<UidData><?a b?>')],
  ['two references', signed.replace(/<Reference[\s\S]*<\/Reference>/, (one) => one + one)],
  ['a reference to a part', algorithm('URI=""', 'URI="#a"')],
  ['no URI', algorithm(' URI=""', '')],
  ['another transform', algorithm('#enveloped-signature', '#base64')],
  ['two transforms', signed.replace(/<Transform .*?(?:\/>|<\/Transform>)/, (one) => one + one)],
  ['another canonicalization', algorithm('REC-xml-c14n-20010315', 'REC-xml-c14n-20010315#WithComments')],
  ['HMAC', algorithm('#rsa-sha1', '#hmac-sha1')],
  [
    'SHA-1 of the content',
    algorithm('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
  ],
  ['an object in the signature', signed.replace('</Signature>', '<Object/></Signature>')],
  ['no signature', xml],
  ['another root', resigned((text) => text.replaceAll('OfflinePaperlessKyc', 'Other'))],
  ['two Poi', resigned((text) => text.replace('<Poa', '<Poi name="Ravi" dob="1990"/><Poa'))],
  ['no name', resigned((text) => text.replace('name="Asha Verma"', ''))],
  ['no such date', resigned((text) => text.replace('14-05-1990', '14-15-1990'))],
  ['no such time', resigned((text) => text.replace(asha.reference, `2345${'9'.repeat(17)}`))],
  ['a whole number as reference', resigned((text) => text.replace(asha.reference, '234123412346'))],
  ['no XML', 'hello'],
])('refuses %s', async (_, text) => {
  expect(text).not.toBe(signed)
  expect(await read(text)).toEqual({ problem: 'file' })
})

test('refuses archives that are not UIDAI’s', async () => {
  const archive = await zipOf({ text: signed })
  const open = (of: Buffer, code = 'a1B2') => readEKyc(of, code, keys)
  expect(await open(archive, 'a1B3')).toEqual({ problem: 'code' })
  const damaged = Buffer.from(archive)
  damaged[200] = (damaged[200] ?? 0) ^ 1
  const bomb = await zipOf({ text: 'a'.repeat(eKycBytes.xml + 1) })
  expect(bomb.length).toBeLessThan(eKycBytes.archive)
  // The sizes an archive states are not believed.
  const lying = Buffer.from(bomb)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(eKycBytes.xml + 1)
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 4)) lying.writeUInt32LE(100, at)
  expect(lying).not.toEqual(bomb)
  for (const [what, refused] of Object.entries({
    damaged,
    bomb,
    lying,
    cut: archive.subarray(0, 300),
    text: Buffer.from(signed),
    none: Buffer.alloc(0),
    twoEntries: await zipOf({ text: signed }, { text: signed }),
    noEntry: await zipOf(),
    notEncrypted: await zipOf({ text: signed, options: { password: '' } }),
    large: Buffer.concat([archive, Buffer.alloc(eKycBytes.archive)]),
    notUtf8: await zipOf({ text: signed }).then(() => zipOf({ text: '\ufeff\ud800' })),
  }))
    expect(await open(refused), what).toEqual({ problem: 'file' })
})

test('stops an archive at the limit, whatever size it states', async () => {
  const writer = collect(3).stream.getWriter()
  await writer.write(new Uint8Array(3))
  await expect(writer.write(new Uint8Array(1))).rejects.toThrow('limit')
})

test('a wrong share code is never taken for a right one', async () => {
  const archive = Buffer.from(await zipFile(signed, 'a1B2'))
  // ZipCrypto itself takes one wrong code in 256 for right.
  for (let i = 0; i < 600; i++) {
    const answer = await readEKyc(archive, String(i).padStart(4, '0'), keys)
    expect(['code', 'file']).toContain('problem' in answer && answer.problem)
  }
})

test('certificates come from a file or the variable, and without any only stand-ins have a made-up key', async () => {
  const made = { ...asha, reference: referenceOf('2345', new Date()) }
  const archive = Buffer.from(await zipFile(signXml(unsignedXml(made), testKey), 'a1B2'))
  const real = testConfig({ UIDAI_CERTIFICATES: `${testCertificate}\n${testCertificate}` })
  expect(real.uidaiCertificates).toHaveLength(2)
  const reader = createEKyc(real)
  expect(await reader?.read(archive, 'a1B2')).toMatchObject({ person: { name: 'Asha Verma' } })
  expect(reader?.sample).toBeNull()
  for (const wrong of ['/nowhere/uidai.pem', 'hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    expect(() => testConfig({ UIDAI_CERTIFICATES: wrong })).toThrow('UIDAI_CERTIFICATES')
  const standIn = createEKyc(testConfig())
  const sample = await standIn?.sample?.({ name: 'Asha Verma', born: '1990-05-14', shareCode: '1234' })
  expect(await standIn?.read(Buffer.from(sample ?? []), '1234')).toMatchObject({ person: { born: '1990-05-14' } })
  const mail = {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'x'.repeat(40),
    FILE_KEYS: 'y'.repeat(40),
  }
  expect(createEKyc(readConfig({ ...mail, DATA_DIR: '/nowhere' }))).toBeNull()
})
