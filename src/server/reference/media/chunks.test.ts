import { randomUUID } from 'node:crypto'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { makePdf, makeVideo, multipart, sendFile, sendPart } from '#test/uploads.ts'
import { remove, sweepMedia } from './media.ts'

let app: TestApp
let family: LoggedIn
let other: LoggedIn
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
  other = await app.login(newPhone(), 'student')
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const megabyte = 1024 * 1024
const slow = { timeout: 10_000 }
const video = makeVideo(5 * megabyte)
const partOf = (id: string) =>
  ({ kind: 'video', preset: 'mentor-video', file: video, fileName: 'class.mp4', id }) as const
const newId = () => `upload-${randomUUID()}`
const progress = (who: LoggedIn, id: string) => who.get(`/api/media/uploads/${id}`)

async function stored(who: LoggedIn, id: string): Promise<Buffer> {
  const link = new URL((await who.get(`/api/media/${id}/link`)).body.data.url)
  return (await app.app.inject({ url: link.pathname + link.search, headers: { cookie: who.cookie() } })).rawPayload
}

test('joins chunks, some sent twice, into the original file; a repeated last chunk returns the same file', async () => {
  const id = newId()
  expect((await progress(family, id)).status).toBe(404)
  const part = (first: number, end: number) => sendPart(family, { ...partOf(id), first, end })
  expect((await part(0, megabyte)).body).toEqual({ done: false, received: megabyte, total: video.length })
  expect((await part(0, megabyte)).body.received).toBe(megabyte)
  // Overlaps the previous chunk, as after a lost reply.
  expect((await part(megabyte / 2, 3 * megabyte)).body.received).toBe(3 * megabyte)
  expect((await progress(family, id)).body).toEqual({
    done: false,
    received: 3 * megabyte,
    total: video.length,
    file: null,
  })
  const [last, again] = await Promise.all([part(3 * megabyte, video.length), part(3 * megabyte, video.length)])
  expect(last.body).toMatchObject({ bytes: video.length, original_filename: 'class.mp4' })
  expect(again.body.public_id).toBe(last.body.public_id)
  expect((await part(3 * megabyte, video.length)).body.public_id).toBe(last.body.public_id)
  expect((await progress(family, id)).body).toMatchObject({
    done: true,
    received: video.length,
    file: { public_id: last.body.public_id },
  })
  expect((await stored(family, last.body.public_id)).equals(video)).toBe(true)
  expect(await readdir(join(app.dataDir, 'media/incoming'))).toEqual([])
})

test('chunks of an unfinished upload cannot be read in the folder', async () => {
  const id = newId()
  await sendPart(family, { ...partOf(id), first: 0, end: megabyte })
  const folder = join(app.dataDir, 'media/uploads')
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.includes(`-${video.length}`))
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const chunk = await readFile(join(folder, path))
    expect(chunk.length).toBeGreaterThan(megabyte / 2)
    for (let at = 0; at + 1024 <= megabyte; at += 64 * 1024)
      expect(chunk.includes(video.subarray(at, at + 1024)), `${path} at ${at}`).toBe(false)
  }
})

test('resumes an upload cut at 60% of a chunk', async () => {
  const id = newId()
  await sendPart(family, { ...partOf(id), first: 0, end: 2 * megabyte })
  const form = multipart([
    { name: 'upload_preset', value: 'mentor-video' },
    { name: 'file', value: video.subarray(2 * megabyte, 4 * megabyte), fileName: 'class.mp4' },
  ])
  const { port } = app.app.server.address() as AddressInfo // true: it listens on a port
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/media/video/upload',
    headers: {
      ...form.headers,
      cookie: family.cookie(),
      'content-length': form.body.length,
      'content-range': `bytes ${2 * megabyte}-${4 * megabyte - 1}/${video.length}`,
      'x-unique-upload-id': id,
    },
  })
  request.on('error', () => {})
  await new Promise((done) => request.write(form.body.subarray(0, form.body.length * 0.6), done))
  request.destroy()
  const received = await vi.waitFor(async () => {
    const now = (await progress(family, id)).body.received
    expect(now).toBeGreaterThan(2 * megabyte)
    return now
  }, slow)
  expect(received).toBeLessThan(3.3 * megabyte)
  const last = await sendPart(family, { ...partOf(id), first: received, end: video.length })
  expect((await stored(family, last.body.public_id)).equals(video)).toBe(true)
})

test('leaves nothing behind after a cut upload without chunks', async () => {
  const form = multipart([
    { name: 'upload_preset', value: 'mentor-video' },
    { name: 'file', value: video, fileName: 'class.mp4' },
  ])
  const { port } = app.app.server.address() as AddressInfo // true: it listens on a port
  const headers = { ...form.headers, cookie: family.cookie(), 'content-length': form.body.length }
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/media/video/upload', headers })
  request.on('error', () => {})
  await new Promise((done) => request.write(form.body.subarray(0, form.body.length * 0.6), done))
  const incoming = () => readdir(join(app.dataDir, 'media/incoming'))
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(1), slow)
  request.destroy()
  await vi.waitFor(async () => expect(await incoming()).toEqual([]), slow)
})

test('hides uploads from other accounts, which cannot continue or finish them', async () => {
  const id = newId()
  await sendPart(family, { ...partOf(id), first: 0, end: 4 * megabyte })
  expect((await progress(other, id)).status).toBe(404)
  const foreign = await sendPart(other, { ...partOf(id), first: 4 * megabyte, end: video.length })
  expect([foreign.status, foreign.body.error.code]).toEqual([409, 'upload-gap'])
  const finished = await sendPart(family, { ...partOf(id), first: 4 * megabyte, end: video.length })
  expect(finished.body.bytes).toBe(video.length)
  expect((await progress(other, id)).status).toBe(404)
})

test.each([
  ['out of order', { first: 2 * megabyte, end: 3 * megabyte }, 409, 'upload-gap'],
  ['of another total', { first: megabyte, end: 2 * megabyte, total: video.length + 1 }, 409, 'upload-changed'],
  [
    'shorter than it says',
    {
      first: megabyte,
      end: 2 * megabyte,
      headers: { 'content-range': `bytes ${megabyte}-${3 * megabyte}/${video.length}` },
    },
    409,
    'upload-changed',
  ],
  [
    'longer than it says',
    {
      first: megabyte,
      end: 3 * megabyte,
      headers: { 'content-range': `bytes ${megabyte}-${2 * megabyte}/${video.length}` },
    },
    409,
    'upload-changed',
  ],
  ['of 3 GB in all', { first: megabyte, end: 2 * megabyte, total: 3 * 1024 ** 3 }, 413, 'file-too-large'],
  [
    'that ends before it begins',
    { first: 0, end: 10, headers: { 'content-range': 'bytes 9-0/100' } },
    400,
    'bad-request',
  ],
  ['beyond the end', { first: 0, end: 10, headers: { 'content-range': 'bytes 0-100/100' } }, 400, 'bad-request'],
  [
    'without its upload’s name',
    { first: 0, end: 10, headers: { 'x-unique-upload-id': '../../x' } },
    400,
    'bad-request',
  ],
] as const)('rejects a chunk %s and keeps the received ones', async (_, wrong, status, code) => {
  const id = newId()
  await sendPart(family, { ...partOf(id), first: 0, end: megabyte })
  const reply = await sendPart(family, { ...partOf(id), ...wrong })
  expect([reply.status, reply.body.error?.code], JSON.stringify(reply.body)).toEqual([status, code])
  expect((await progress(family, id)).body.received).toBe(megabyte)
  if (code === 'upload-gap') expect(reply.body.error.details.received).toBe(megabyte)
})

test('accepts a new file under the upload id of a rejected one', { tags: ['full'] }, async () => {
  const id = newId()
  const wrong = await sendPart(family, { ...partOf(id), file: makePdf(1), first: 0, end: makePdf(1).length })
  expect(wrong.body.error.code).toBe('file-type')
  expect((await progress(family, id)).status).toBe(404)
  expect((await sendPart(family, { ...partOf(id), first: 0, end: video.length })).body.bytes).toBe(video.length)
})

test('accepts a removed file again under the same upload id', { tags: ['full'] }, async () => {
  const id = newId()
  const first = await sendPart(family, { ...partOf(id), first: 0, end: video.length })
  await transaction(app.db, (tx) => remove(tx, app.context.queue, first.body.public_id))
  const again = await sendPart(family, { ...partOf(id), first: 0, end: video.length })
  expect(again.status).toBe(200)
  expect(again.body.public_id).not.toBe(first.body.public_id)
})

test('removes unfinished uploads after two days and limits an account to twenty', { tags: ['full'] }, async () => {
  const busy = await app.login(newPhone(), 'student')
  const ids = Array.from({ length: 21 }, newId)
  const replies = []
  for (const id of ids) replies.push(await sendPart(busy, { ...partOf(id), first: 0, end: 1000 }))
  expect(replies.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  const uploads = join(app.dataDir, 'media/uploads')
  const folders = (await readdir(uploads, { recursive: true })).filter((name) => /\/[\da-f]{40}$/.test(name))
  const [old, ...young] = folders
  const longAgo = new Date(Date.now() - 49 * 3_600_000)
  await utimes(join(uploads, old ?? ''), longAgo, longAgo)
  await sweepMedia(app.context)
  expect((await readdir(uploads, { recursive: true })).filter((name) => /\/[\da-f]{40}$/.test(name)).sort()).toEqual(
    young.sort(),
  )
})

test('keeps to the limit of unfinished uploads when twenty begin at once', { tags: ['full'] }, async () => {
  const busy = await app.login(newPhone(), 'student')
  const begin = (id = newId()) => sendPart(busy, { ...partOf(id), first: 0, end: 1000 })
  for (let i = 0; i < 15; i++) expect((await begin()).status).toBe(200)
  const replies = await Promise.all(Array.from({ length: 20 }, () => begin()))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
})

test('counts no upload without chunks, and one begun twice at once only once', { tags: ['full'] }, async () => {
  const busy = await app.login(newPhone(), 'student')
  const begin = (id = newId(), headers = {}) => sendPart(busy, { ...partOf(id), first: 0, end: 1000, headers })
  for (let i = 0; i < 19; i++) expect((await begin()).status).toBe(200)
  for (let i = 0; i < 3; i++) {
    const wrong = await begin(newId(), { 'content-range': `bytes 0-500/${video.length}` })
    expect(wrong.body.error.code).toBe('upload-changed')
  }
  const last = newId()
  const twice = await Promise.all([begin(last), begin(last)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect((await begin()).status).toBe(429)
})

test('keeps the chunks when the store fails, so that a retry sends only the last one', { tags: ['full'] }, async () => {
  const id = newId()
  const put = vi.spyOn(app.context.store, 'put').mockRejectedValue(new Error('the file store answered PUT with 503'))
  const first = await sendPart(family, { ...partOf(id), first: 0, end: video.length })
  expect([first.status, first.body.error.message]).toEqual([502, 'Upload failed'])
  put.mockRestore()
  expect((await progress(family, id)).body).toMatchObject({ done: false, received: video.length })
  const again = await sendPart(family, { ...partOf(id), first: video.length - 1, end: video.length })
  expect((await stored(family, again.body.public_id)).equals(video)).toBe(true)
  expect((await sendFile(family, { kind: 'video', preset: 'mentor-video', file: video })).status).toBe(200)
})
