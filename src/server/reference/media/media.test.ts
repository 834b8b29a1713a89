import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureSources } from '#contract/reference/pictures.ts'
import { transaction } from '#server/platform/database.ts'
import { newPhone } from '#test/builders.ts'
import { startS3 } from '#test/s3-server.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { makePdf, makePhoto, makeVideo, sendFile } from '#test/uploads.ts'
import { attach, detach, publish, remove, sweepMedia, unpublish } from './media.ts'

let app: TestApp
let mentor: LoggedIn
let stranger: LoggedIn
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  mentor = await app.login(newPhone(), 'student')
  stranger = await app.login(newPhone(), 'student')
  admin = await app.admin()
})
afterAll(() => app.stop())

const path = (url: string) => new URL(url).pathname + new URL(url).search
const open = (url: string, headers: Record<string, string> = {}, who: LoggedIn = mentor) =>
  app.app.inject({ url, headers: { cookie: who.cookie(), ...headers } })
const filesOf = (id: string) => readdir(join(app.dataDir, 'media/files', id)).catch(() => [])
const accountOf = async (who: LoggedIn) => {
  const { rows } = await sql<{ id: string }>`select id from account where phone = ${who.phone}`.execute(app.db)
  return rows[0]?.id ?? ''
}
const sendPhoto = async () =>
  (await sendFile(mentor, { kind: 'image', preset: 'mentor-photo', file: await makePhoto(400, 500) })).body
const sendPdf = async (preset = 'mentor-document') =>
  (await sendFile(mentor, { kind: 'raw', preset, file: makePdf(3), fileName: '../आधार "card".pdf' })).body
const sendVideo = async (file = makeVideo(300_000)) =>
  (await sendFile(mentor, { kind: 'video', preset: 'mentor-video', file, fileName: 'class.mp4' })).body

describe('a photo', () => {
  test('is served upright, without its location, in three widths and three formats, cached permanently', async () => {
    const reply = await sendFile(mentor, {
      kind: 'image',
      preset: 'mentor-photo',
      file: await makePhoto(1000, 800, true),
      fileName: 'me.jpg',
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toMatchObject({
      resource_type: 'image',
      format: 'jpg',
      width: 640,
      height: 800,
      pages: null,
      access_mode: 'public',
      original_filename: 'me.jpg',
    })
    expect(reply.body.secure_url).toBe(`http://localhost:3000/media/${reply.body.public_id}/640.jpg`)
    const sources = pictureSources(reply.body.secure_url)
    const addresses = Object.values(sources ?? {}).flatMap((set) =>
      set.split(', ').map((source) => source.split(' ')[0] ?? ''),
    )
    expect(new Set(addresses).size).toBe(9)
    for (const address of addresses) {
      const picture = await open(address)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(Number(picture.headers['content-length'])).toBe(picture.rawPayload.length)
      const found = await sharp(picture.rawPayload).metadata()
      expect(`${found.width}.${found.format === 'heif' ? 'avif' : found.format}`.replace('jpeg', 'jpg')).toBe(
        address.split('/').at(-1),
      )
      expect(found.height).toBe(((found.width ?? 0) * 5) / 4)
      expect([found.exif, found.orientation]).toEqual([undefined, undefined])
      expect(picture.rawPayload.includes('Canarycam')).toBe(false)
    }
  })

  test('is not enlarged if small, and is scaled down if a strip', async () => {
    const small = (await sendFile(mentor, { kind: 'image', preset: 'mentor-photo', file: await makePhoto(240, 300) }))
      .body
    expect([small.width, small.height]).toEqual([240, 300])
    const strip = (await sendFile(mentor, { kind: 'image', preset: 'mentor-photo', file: await makePhoto(250, 4000) }))
      .body
    expect(strip.height).toBeLessThanOrEqual(1280)
  })

  test('has no other sizes and no path outside its folder', async () => {
    const { public_id: id } = await sendPhoto()
    for (const name of ['641.jpg', '640.png', '..%2f..%2fsecret-key', '640.jpg%00']) {
      expect((await open(`/media/${id}/${name}`)).statusCode, name).not.toBe(200)
    }
    expect((await open(`/media/private/${id}`)).statusCode).toBe(404)
    expect((await open('/media/not-an-id/640.jpg')).statusCode).toBe(404)
  })
})

describe('a document', () => {
  test('opens through a link only, for its uploader and for admins, whose access is logged', async () => {
    const sent = await sendPdf()
    expect(sent).toMatchObject({
      resource_type: 'raw',
      format: 'pdf',
      pages: 3,
      access_mode: 'private',
      original_filename: 'आधार',
    })
    expect((await open(path(sent.secure_url))).statusCode).toBe(404)
    expect((await open(`/media/${sent.public_id}/document.pdf`)).statusCode).toBe(404)
    const address = `/api/media/${sent.public_id}/link`
    expect((await stranger.get(address)).status).toBe(404)
    for (const who of [mentor, admin]) {
      const link = await who.get(address)
      const seconds = (Date.parse(link.body.data.expiresAt) - Date.now()) / 1000
      expect(seconds > 55 && seconds <= 60).toBe(true)
      // Another session of anybody, a copied link included, opens nothing.
      expect((await open(path(link.body.data.url), {}, stranger)).statusCode).toBe(404)
      expect((await app.app.inject({ url: path(link.body.data.url) })).statusCode).toBe(404)
      const file = await open(path(link.body.data.url), {}, who)
      expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await PDFDocument.load(file.rawPayload)).getPageCount()).toBe(3)
      expect((await open(path(link.body.data.url), {}, who)).statusCode).toBe(410)
      for (const spelling of ['%3D', '%20', '%21', '.', '%0A', '%00', '&signature=A'])
        expect([spelling, (await open(path(link.body.data.url) + spelling, {}, who)).statusCode]).toEqual([
          spelling,
          404,
        ])
      expect(file.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="mentor-document.pdf"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    const { rows } = await sql<{ phone: string; action: string; detail: unknown }>`
      select a.phone, l.action, l.detail from audit l join account a on a.id = l.account_id where l.subject_id = ${sent.public_id}`.execute(
      app.db,
    )
    const support = await app.admin({ role: 'support' })
    const refused = await support.get(address)
    expect([refused.status, refused.body.code]).toEqual([403, 'not-allowed'])
    const detail = { preset: 'mentor-document', of: await accountOf(mentor), role: 'owner' }
    expect(rows).toEqual([{ phone: admin.phone, action: 'media.look', detail }])
  })

  test('that is a picture becomes one JPEG without camera metadata', { tags: ['full'] }, async () => {
    const { body } = await sendFile(mentor, {
      kind: 'image',
      preset: 'mentor-cv',
      file: await makePhoto(3000, 2000, true),
    })
    expect(body).toMatchObject({
      resource_type: 'image',
      format: 'jpg',
      width: 1600,
      height: 2400,
      access_mode: 'private',
    })
    const link = (await mentor.get(`/api/media/${body.public_id}/link`)).body.data
    const file = await open(path(link.url))
    expect(file.rawPayload.length).toBe(body.bytes)
    expect((await sharp(file.rawPayload).metadata()).exif).toBeUndefined()
  })

  test('does not open with a changed or expired link, nor with the link of another file', {
    tags: ['full'],
  }, async () => {
    const first = await sendPdf()
    const other = await sendPdf()
    const url = new URL((await mentor.get(`/api/media/${first.public_id}/link`)).body.data.url)
    const changes: [string, (changed: URLSearchParams) => void][] = [
      ['signature changed', (changed) => changed.set('signature', `A${changed.get('signature')?.slice(1)}x`)],
      ['later end', (changed) => changed.set('expires', String(Number(changed.get('expires')) + 60))],
      ['no end', (changed) => changed.delete('expires')],
      ['no signature', (changed) => changed.delete('signature')],
    ]
    for (const [name, change] of changes) {
      const changed = new URL(url)
      change(changed.searchParams)
      expect((await open(changed.pathname + changed.search)).statusCode, name).toBe(404)
    }
    expect((await open(`/media/private/${other.public_id}${url.search}`)).statusCode).toBe(404)
    const rightNow = Date.now
    const now = Date.now()
    Date.now = () => now + 61_000
    try {
      const expired = await open(url.pathname + url.search, { 'accept-language': 'hi' })
      expect([expired.statusCode, expired.body]).toEqual([410, expect.stringContaining('लिंक का समय')])
    } finally {
      Date.now = rightNow
    }
  })
})

describe('a video', () => {
  test('is public only while published, and is served in byte ranges', async () => {
    const file = makeVideo(300_000)
    const sent = await sendVideo(file)
    expect(sent).toMatchObject({ resource_type: 'video', format: 'mp4', bytes: 300_000, access_mode: 'private' })
    const address = path(sent.secure_url)
    expect((await open(address)).statusCode).toBe(404)
    await transaction(app.db, (tx) => publish(tx, sent.public_id))
    const whole = await open(address)
    expect(whole.rawPayload.equals(file)).toBe(true)
    expect(whole.headers['accept-ranges']).toBe('bytes')
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=299000-', 299_000, 300_000],
      ['bytes=-10', 299_990, 300_000],
      ['bytes=100-9999999', 100, 300_000],
    ] as const) {
      const some = await open(address, { range })
      expect([some.statusCode, some.headers['content-range']]).toEqual([206, `bytes ${from}-${to - 1}/300000`])
      expect(some.rawPayload.equals(file.subarray(from, to))).toBe(true)
    }
    expect((await open(address, { range: 'bytes=300000-' })).statusCode).toBe(416)
    expect((await open(address, { range: 'bytes=nonsense' })).statusCode).toBe(200)
    await transaction(app.db, (tx) => unpublish(tx, sent.public_id))
    expect((await open(address)).statusCode).toBe(404)
    const link = (await mentor.get(`/api/media/${sent.public_id}/link`)).body.data
    expect((await open(path(link.url), { range: 'bytes=5-9' })).rawPayload.equals(file.subarray(5, 10))).toBe(true)
  })
})

describe('files in use', () => {
  test('can be attached repeatedly, by their owner and for their preset only', async () => {
    const sent = await sendPhoto()
    const accountId = await accountOf(mentor)
    const input = { accountId, url: sent.secure_url, presets: ['mentor-photo'] } as const
    const first = await transaction(app.db, (tx) => attach(tx, input))
    expect(first).toMatchObject({ id: sent.public_id, path: path(sent.secure_url) })
    expect(await transaction(app.db, (tx) => attach(tx, { ...input, url: path(sent.secure_url) }))).toEqual(first)
    for (const wrong of [
      { accountId: await accountOf(stranger) },
      { presets: ['mentor-cv'] as const },
      { url: 'http://localhost:3000/portraits/sunita.svg' },
      { url: '/media/01890000-0000-7000-8000-000000000000/640.jpg' },
      { url: `javascript:alert(1)//media/${sent.public_id}/640.jpg` },
    ]) {
      expect(await transaction(app.db, (tx) => attach(tx, { ...input, ...wrong }))).toBeNull()
    }
  })

  test('stay, while files unused for two days are removed with their bytes', { tags: ['full'] }, async () => {
    const used = await sendPdf()
    const dropped = await sendPdf()
    const fresh = await sendPdf()
    const accountId = await accountOf(mentor)
    for (const { secure_url: url } of [used, dropped])
      await transaction(app.db, (tx) => attach(tx, { accountId, url, presets: ['mentor-document'] }))
    await transaction(app.db, (tx) => detach(tx, dropped.public_id))
    await sql`update media set created_at = now() - interval '60 hours',
      unused_since = case when id = ${fresh.public_id} then now() - interval '47 hours' else unused_since - interval '49 hours' end`.execute(
      app.db,
    )
    await sweepMedia(app.context)
    await app.runJobs()
    expect(await Promise.all([used, dropped, fresh].map((sent) => filesOf(sent.public_id)))).toEqual([
      ['document.pdf.sealed'],
      [],
      ['document.pdf.sealed'],
    ])
    expect((await mentor.get(`/api/media/${dropped.public_id}/link`)).status).toBe(404)
    expect((await mentor.get(`/api/media/${fresh.public_id}/link`)).status).toBe(200)
    expect(
      await transaction(app.db, (tx) =>
        attach(tx, { accountId, url: dropped.secure_url, presets: ['mentor-document'] }),
      ),
    ).toBeNull()
  })

  test('are erased by a job of the same transaction, and earlier links stop working', { tags: ['full'] }, async () => {
    const sent = await sendPdf()
    const link = (await mentor.get(`/api/media/${sent.public_id}/link`)).body.data
    await transaction(app.db, async (tx) => {
      await remove(tx, app.context.queue, sent.public_id)
      throw new Error('rolled back')
    }).catch(() => {})
    expect((await open(path(link.url))).statusCode).toBe(200)
    const later = (await mentor.get(`/api/media/${sent.public_id}/link`)).body.data
    await transaction(app.db, (tx) => remove(tx, app.context.queue, sent.public_id))
    expect((await open(path(later.url))).statusCode).toBe(404)
    await app.runJobs()
    expect(await filesOf(sent.public_id)).toEqual([])
    await transaction(app.db, (tx) => remove(tx, app.context.queue, sent.public_id))
    expect(await app.runJobs()).toBe(0)
  })
})

test('stores files in a bucket with the same behaviour and leaves nothing on disk', { tags: ['full'] }, async () => {
  const s3 = await startS3()
  const remote = await testApp({ variables: s3.variables })
  const who = await remote.login(newPhone(), 'student')
  const file = makeVideo(200_000)
  const photo = (await sendFile(who, { kind: 'image', preset: 'mentor-photo', file: await makePhoto(300, 300) })).body
  const video = (await sendFile(who, { kind: 'video', preset: 'mentor-video', file })).body
  const link = path((await who.get(`/api/media/${video.public_id}/link`)).body.data.url)
  expect(s3.objects.size).toBe(10)
  const picture = await remote.app.inject({ url: `/media/${photo.public_id}/160.avif` })
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(160)
  const part = await remote.app.inject({ url: link, headers: { range: 'bytes=1000-', cookie: who.cookie() } })
  expect([part.statusCode, part.rawPayload.equals(file.subarray(1000))]).toEqual([206, true])
  await transaction(remote.db, (tx) => publish(tx, video.public_id))
  const seek = await remote.app.inject({ url: path(video.secure_url), headers: { range: 'bytes=50-99' } })
  expect([seek.statusCode, seek.headers['content-range']]).toEqual([206, 'bytes 50-99/200000'])
  expect(seek.rawPayload.equals(file.subarray(50, 100))).toBe(true)
  s3.goDown(true)
  expect(
    (await sendFile(who, { kind: 'image', preset: 'mentor-photo', file: await makePhoto(300, 300) })).body.error.code,
  ).toBe('upload-failed')
  s3.goDown(false)
  for (const { public_id: id } of [photo, video])
    await transaction(remote.db, (tx) => remove(tx, remote.context.queue, id))
  await remote.runJobs()
  expect(s3.objects.size).toBe(0)
  expect(
    (await readdir(join(remote.dataDir, 'media'), { recursive: true })).filter((name) => name.includes('.')),
  ).toEqual([])
  await remote.stop()
  await s3.stop()
})
