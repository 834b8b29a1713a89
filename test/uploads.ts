import { randomBytes } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import type { UploadKind } from '#contract/wire/uploads.ts'
import type { Db } from '#server/platform/database.ts'
import { insertRefused } from '#server/reference/media/queries.ts'
import type { Browser, LoggedIn, Reply } from './test-app.ts'

export type FormPart = { name: string; value: Buffer | string; fileName?: string; type?: string }

/** A multipart form as a browser sends it. */
export function multipart(parts: FormPart[]): { body: Buffer; headers: Record<string, string> } {
  const boundary = `----test${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap(({ name, value, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

type Sent = { kind: UploadKind; preset?: string; file: Buffer; fileName?: string; headers?: Record<string, string> }

/** Uploads one file, with the preset first, as upload clients do. */
export async function sendFile(
  who: Browser,
  { kind, preset, file, fileName = 'file', headers = {} }: Sent,
): Promise<Reply> {
  const form = multipart([
    ...(preset === undefined ? [] : [{ name: 'upload_preset', value: preset }]),
    { name: 'file', value: file, fileName, type: 'application/octet-stream' },
  ])
  return await who.call('POST', `/api/media/${kind}/upload`, form.body, { headers: { ...form.headers, ...headers } })
}

/** Adds rows of refused documents, as if an account had sent that many just now. */
export async function addRefused(db: Db, { phone }: LoggedIn, count: number): Promise<void> {
  const { id } = await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  const file = { bytes: 1, sha256: Buffer.alloc(32), format: 'pdf', contentType: 'application/pdf' }
  const row = { accountId: id, preset: 'mentor-document', kind: 'raw', ...file } as const
  for (let i = 0; i < count; i++) await insertRefused(db, row)
}

/** Uploads one part of a file: the bytes from `first` up to but excluding `end`. */
export const sendPart = (who: Browser, upload: Sent & { id: string; first: number; end: number; total?: number }) =>
  sendFile(who, {
    ...upload,
    file: upload.file.subarray(upload.first, upload.end),
    headers: {
      'content-range': `bytes ${upload.first}-${upload.end - 1}/${upload.total ?? upload.file.length}`,
      'x-unique-upload-id': upload.id,
      ...upload.headers,
    },
  })

/** A photo with some structure; `exif` adds location, camera and orientation, as a phone does. */
export async function makePhoto(width: number, height: number, exif = false): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = 40 + Math.floor(i / (width * 30)) + (i % 3) * 50
  const image = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg()
  if (!exif) return await image.toBuffer()
  return await image
    .withExif({ IFD0: { Make: 'Canarycam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 43/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A PDF with this many empty pages; `catalog` is added to its root object, `more` are objects after the pages. */
export function makePdf(pages: number, catalog = '', more: string[] = []): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
    ...more,
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((body, i) => {
    const place = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = text.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}

/** A PDF stream that inflates to this many megabytes of zeros, built without holding them in memory. */
export function zeroStream(megabytes: number): string {
  const block = deflateRawSync(Buffer.alloc(1024 ** 2), { finishFlush: constants.Z_FULL_FLUSH }).toString('latin1')
  const sum = Buffer.from([((megabytes * 1024 ** 2) % 65521) >> 8, ((megabytes * 1024 ** 2) % 65521) & 255, 0, 1])
  const packed = `\x78\x9c${block.repeat(megabytes)}\x03\x00${sum.toString('latin1')}`
  return `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`
}

/** A box of an ISO media file. */
export function box(name: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A track of an MP4; `samples` are the boxes that locate its samples. */
export const track = (handler: string, samples: Buffer[] = [], more: Buffer[] = []): Buffer =>
  box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('mdia', box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(13)), box('minf', box('stbl', ...samples))),
    ...more,
  )

/** A file with the structure of an MP4 of this many bytes, without playable content. */
export function makeVideo(bytes: number): Buffer {
  const head = Buffer.concat([
    box('ftyp', 'isom\0\0\x02\0isomiso2mp41'),
    box('moov', box('mvhd', Buffer.alloc(100)), track('vide')),
  ])
  return Buffer.concat([head, box('mdat', randomBytes(bytes - head.length - 8))])
}
