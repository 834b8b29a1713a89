import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { type FormPart, makePdf, makePhoto, makeVideo, multipart, sendFile } from '#test/uploads.ts'

let app: TestApp
let family: LoggedIn
let photo: Buffer
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
  photo = await makePhoto(300, 300)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const leftovers = async () =>
  (
    await Promise.all(
      ['incoming', 'files'].map((folder) => readdir(join(app.dataDir, 'media', folder)).catch(() => [])),
    )
  ).flat()

const png = (width: number, height: number, isInterlaced = false) => {
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const typeAndData = Buffer.concat([Buffer.from(name, 'latin1'), body])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(typeAndData))
    return Buffer.concat([length, typeAndData, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}

const script = '<script>fetch("/api/session")</script>'
const zip = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(40),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(18),
])
const locked = Buffer.from(
  makePdf(1)
    .toString('latin1')
    .replace(
      '/Root 1 0 R',
      `/Root 1 0 R /ID [<00112233> <00112233>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    ),
  'latin1',
)

describe('file content', () => {
  const svg = Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${script}</svg>`,
  )
  const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(2000)])
  type BadFile = [name: string, preset: string, content: Buffer | null, status: number, code: string]
  async function expectRejected(...[, preset, content, status, code]: BadFile) {
    const file = content ?? (await makePhoto(1200, 1200)).subarray(0, 3000)
    const reply = await sendFile(family, {
      kind: 'image',
      preset,
      file,
      fileName: 'photo.jpg',
      headers: { 'accept-language': 'hi' },
    })
    expect([reply.status, reply.body.error?.code], JSON.stringify(reply.body)).toEqual([status, code])
    expect(reply.body.error.message).toMatch(/[\u0900-\u097f]/)
    expect(reply.body.error.requestId).toBeTruthy()
    expect(await leftovers()).toEqual([])
  }
  test.each<BadFile>([
    ['a renamed program', 'mentor-photo', program, 415, 'file-type'],
    ['a renamed program as a document', 'mentor-document', program, 415, 'file-type'],
    ['a page', 'mentor-photo', Buffer.from(`<!doctype html>${script}`), 415, 'file-type'],
    ['an SVG with a script', 'mentor-photo', svg, 415, 'file-type'],
    ['an SVG without a prolog', 'chat-photo', svg.subarray(21), 415, 'file-type'],
    [
      'a GIF that is a script',
      'mentor-photo',
      Buffer.from('GIF89a/*\0\0*/=1;alert(document.cookie)'),
      415,
      'file-type',
    ],
    ['a PDF as a photo', 'mentor-photo', makePdf(1), 415, 'file-type'],
    ['a PNG of 50,000 by 50,000', 'mentor-photo', png(50_000, 50_000), 422, 'photo-too-many-pixels'],
    ['an interlaced PNG of 36 megapixels', 'mentor-photo', png(6_000, 6_000, true), 422, 'photo-too-many-pixels'],
    ['a PNG without most of its rows', 'mentor-photo', png(3_000, 3_000), 422, 'file-broken'],
    ['a photo of one pixel', 'mentor-photo', png(1, 1), 422, 'photo-too-small'],
    ['an empty file', 'mentor-photo', Buffer.alloc(0), 400, 'file-empty'],
    ['a PDF with 21 pages', 'mentor-cv', makePdf(21), 422, 'pdf-too-long'],
    ['a PDF that is a ZIP too', 'mentor-cv', Buffer.concat([makePdf(1), zip]), 422, 'file-broken'],
    [
      'a ZIP within a PDF’s end',
      'mentor-cv',
      Buffer.concat([makePdf(1), zip.subarray(0, -2), Buffer.from('\x07\0\n%%EOF\n', 'latin1')]),
      422,
      'file-broken',
    ],
    ['a PDF followed by a page', 'mentor-cv', Buffer.concat([makePdf(1), Buffer.from(script)]), 422, 'file-broken'],
    [
      'a PDF that runs a script',
      'mentor-cv',
      makePdf(1, '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
      422,
      'pdf-active',
    ],
    ['half a PDF', 'mentor-cv', makePdf(3).subarray(0, 200), 422, 'file-broken'],
    [
      'a PDF of noise',
      'mentor-cv',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 7), Buffer.from('\n%%EOF')]),
      422,
      'file-broken',
    ],
    ['half a photo', 'mentor-photo', null, 422, 'file-broken'],
  ])('rejects %s', expectRejected)
  test.each<BadFile>([
    ['a PDF with 4,000 pages', 'mentor-cv', makePdf(4000), 422, 'pdf-too-long'],
    ['a PDF with a password', 'mentor-cv', locked, 422, 'pdf-locked'],
    [
      'a PDF whose pages are itself',
      'mentor-cv',
      Buffer.from(makePdf(1).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]')),
      422,
      'file-broken',
    ],
  ])('rejects %s', { tags: ['full'] }, expectRejected)

  test('rejects a file that only begins like a video', async () => {
    for (const file of [
      makeVideo(5000).subarray(0, 40),
      makePdf(1),
      photo,
      Buffer.concat([makeVideo(5000).subarray(0, 24), Buffer.from(script)]),
    ]) {
      const reply = await sendFile(family, { kind: 'video', preset: 'mentor-video', file })
      expect(['file-type', 'file-broken']).toContain(reply.body.error?.code)
    }
  })
})

test('removes HTML from a photo that is also a page', async () => {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)])
  const polyglot = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2), Buffer.from(script)])
  const sent = await sendFile(family, { kind: 'image', preset: 'mentor-photo', file: polyglot, fileName: 'page.html' })
  const keys = await readdir(join(app.dataDir, 'media/files', sent.body.public_id))
  expect(keys).toHaveLength(9)
  for (const key of keys) {
    const file = await app.app.inject({ url: `/media/${sent.body.public_id}/${key}` })
    expect(file.rawPayload.includes('<script')).toBe(false)
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect((await sharp(file.rawPayload).metadata()).width).toBeGreaterThan(0)
  }
})

describe('an upload form', () => {
  const preset: FormPart = { name: 'upload_preset', value: 'mentor-photo' }
  const file = (name = 'file'): FormPart => ({ name, value: photo, fileName: 'a.jpg' })
  test.each([
    ['with two files', 'image', () => [preset, file(), file()], 400, 'upload-one-file'],
    ['with four files', 'image', () => [preset, file(), file(), file(), file()], 400, 'upload-one-file'],
    ['without a file', 'image', () => [preset], 400, 'upload-no-file'],
    ['with the file under another name', 'image', () => [preset, file('photo')], 400, 'upload-no-file'],
    [
      'with a file that is an address',
      'image',
      () => [preset, { name: 'file', value: 'http://127.0.0.1:1/x.jpg' }],
      400,
      'upload-no-file',
    ],
    ['without a preset', 'image', () => [file()], 400, 'upload-preset-missing'],
    [
      'with an unknown preset',
      'image',
      () => [{ ...preset, value: 'constructor' }, file()],
      400,
      'upload-preset-unknown',
    ],
    ['with a preset of another kind', 'video', () => [preset, file()], 400, 'upload-preset-unknown'],
    ['for an unknown kind', 'audio', () => [preset, file()], 400, 'bad-request'],
  ] as const)('is rejected %s', async (_, kind, parts, status, code) => {
    const form = multipart([...parts()])
    const reply = await family.call('POST', `/api/media/${kind}/upload`, form.body, { headers: form.headers })
    expect([reply.status, reply.body.error?.code], JSON.stringify(reply.body)).toEqual([status, code])
    expect(await readdir(join(app.dataDir, 'media/incoming'))).toEqual([])
  })

  test('is rejected if it is no form, malformed, from a visitor or from another site', async () => {
    const sent = [
      await family.post('/api/media/image/upload', { file: 'x' }),
      await family.post('/api/media/image/upload', 'x', { headers: { 'content-type': 'multipart/form-data' } }),
      await family.post('/api/media/image/upload', 'no boundary here', {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      }),
      await sendFile(app.browser(), { kind: 'image', preset: 'mentor-photo', file: photo }),
      await sendFile(family, {
        kind: 'image',
        preset: 'mentor-photo',
        file: photo,
        headers: { origin: 'https://elsewhere.example' },
      }),
    ]
    expect(sent.map(({ status, body }) => `${status} ${body.error?.code}`)).toEqual([
      '400 upload-no-file',
      '400 bad-request',
      '400 bad-request',
      '401 login-required',
      '403 cross-site',
    ])
  })

  test('may have the preset after the file', async () => {
    const form = multipart([file(), preset])
    expect((await family.call('POST', '/api/media/image/upload', form.body, { headers: form.headers })).status).toBe(
      200,
    )
  })

  test('has its file name shortened and stripped of path and control characters', async () => {
    const sent = await sendFile(family, {
      kind: 'image',
      preset: 'mentor-photo',
      file: photo,
      fileName: `C:\\x\\${'न'.repeat(300)}\u202e.jpg`,
    })
    expect(sent.body.original_filename).toBe('न'.repeat(120))
  })
})

describe('a file that is too large is rejected early', () => {
  /** Sends a form with up to `bytes` of file over a real connection. Returns the reply and the bytes sent. */
  async function stream(kind: string, { declared, bytes }: { declared?: number; bytes: number }) {
    const form = multipart([
      { name: 'upload_preset', value: 'mentor-photo' },
      { name: 'file', value: '', fileName: 'a.jpg' },
    ])
    const { port } = app.app.server.address() as AddressInfo // true: it listens on a port
    const headers = { ...form.headers, cookie: family.cookie(), ...(declared ? { 'content-length': declared } : {}) }
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: `/api/media/${kind}/upload`, headers })
    let sent = 0
    let isDone = false
    const reply = new Promise<{ status: number; code: string; sent: number }>((resolve, reject) => {
      request.once('error', (error) => isDone || reject(error))
      request.once('response', async (response) => {
        isDone = true
        const text = (await response.setEncoding('utf8').toArray()).join('')
        resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).error.code, sent })
        request.destroy()
      })
    })
    request.write(form.body.subarray(0, form.body.lastIndexOf('\r\n--')))
    const piece = Buffer.alloc(64 * 1024, 1)
    const go = () => {
      while (!isDone && sent < bytes) {
        sent += piece.length
        if (!request.write(piece)) return void request.once('drain', go)
      }
    }
    go()
    return await reply
  }

  test('by its Content-Length of 3 GB', async () => {
    const reply = await stream('video', { declared: 3 * 1024 ** 3, bytes: 64 * 1024 })
    expect(reply).toMatchObject({ status: 413, code: 'file-too-large' })
  })

  test('by its bytes if it has no Content-Length', async () => {
    const reply = await stream('image', { bytes: 3 * 1024 ** 3 })
    expect(reply).toMatchObject({ status: 413, code: 'file-too-large' })
    // The limit of 10 MB and the buffers of the connection.
    expect(reply.sent).toBeLessThan(30 * 1024 ** 2)
    await vi.waitFor(async () => expect(await readdir(join(app.dataDir, 'media/incoming'))).toEqual([]), {
      timeout: 10_000,
    })
  })

  test('by the limit of its kind', async () => {
    const big = await family.call(
      'POST',
      '/api/media/image/upload',
      multipart([{ name: 'file', value: Buffer.alloc(11 * 1024 ** 2), fileName: 'x' }]).body,
      {
        headers: multipart([]).headers,
      },
    )
    expect([big.status, big.body.error.message]).toEqual([413, 'This file is larger than 10 MB. Choose a smaller one.'])
  })
})

test('rejects uploads of an account beyond the hourly limit', async () => {
  const busy = await app.login(newPhone(), 'student')
  await sql`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private)
    select a.id, 'chat-photo', 'image', 'jpg', 'image/jpeg', 1, sha256('x'), '', '{}', true from account a, generate_series(1, 60)
    where a.phone = ${busy.phone}`.execute(app.db)
  const reply = await sendFile(busy, { kind: 'image', preset: 'mentor-photo', file: photo })
  expect([reply.status, reply.body.error.code]).toEqual([429, 'upload-limit'])
})

test('rejects uploads of an account with too many bytes of unused files; used ones do not count', async () => {
  const hoarder = await app.login(newPhone(), 'student')
  await sql`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name, store_keys, is_private, created_at)
    select a.id, 'mentor-video', 'video', 'mp4', 'video/mp4', 501 * 1024 * 1024, sha256('x'), '', '{}', true, now() - interval '2 hours'
    from account a where a.phone = ${hoarder.phone}`.execute(app.db)
  const send = () => sendFile(hoarder, { kind: 'image', preset: 'mentor-photo', file: photo })
  expect((await send()).body.error.code).toBe('upload-limit')
  await sql`update media set unused_since = null where account_id = (select id from account where phone = ${hoarder.phone})`.execute(
    app.db,
  )
  expect((await send()).status).toBe(200)
})
