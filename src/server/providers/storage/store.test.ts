import { randomBytes, randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConfig } from '#test/harness.ts'
import { startS3 } from '#test/s3-server.ts'
import { diskStore } from './disk-store.ts'
import type { Store } from './file-store.ts'
import { sealedStore } from './sealed-store.ts'
import { createStore } from './store.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-store-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const read = async (body: Readable) => Buffer.concat(await body.toArray())

async function file(bytes: Buffer): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  return path
}

describe.each(['disk', 's3'])('the %s store', (kind) => {
  let store: Store
  beforeAll(() => {
    store = createStore(testConfig({ DATA_DIR: folder, ...(kind === 's3' ? s3.variables : {}) }))
  })

  test('returns a stored file, whole and in ranges, with its length', async () => {
    const bytes = randomBytes(300_000)
    const key = `${randomUUID()}/video.mp4`
    const path = await file(bytes)
    await store.put(key, { path, contentType: 'video/mp4' })
    // The store has its own copy.
    await rm(path)
    const whole = await store.get(key)
    expect(whole?.bytes).toBe(300_000)
    expect((await read(whole?.body as Readable)).equals(bytes)).toBe(true)
    const part = await store.get(key, { first: 100_000, last: 200_999 })
    expect(part?.bytes).toBe(101_000)
    expect((await read(part?.body as Readable)).equals(bytes.subarray(100_000, 201_000))).toBe(true)
  })

  test('replaces a file and removes it idempotently', async () => {
    const key = `${randomUUID()}/160.avif`
    await store.put(key, { path: await file(Buffer.from('first')), contentType: 'image/avif' })
    await store.put(key, { path: await file(Buffer.from('second')), contentType: 'image/avif' })
    expect(String(await read((await store.get(key))?.body as Readable))).toBe('second')
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
  })

  test('allows abandoning a read halfway', async () => {
    const key = `${randomUUID()}/video.mp4`
    await store.put(key, { path: await file(randomBytes(5_000_000)), contentType: 'video/mp4' })
    const { body } = (await store.get(key)) ?? {}
    await new Promise((done) => body?.once('data', done))
    body?.destroy()
    const again = await store.get(key)
    expect(again?.bytes).toBe(5_000_000)
    again?.body.destroy()
  })

  test.each(['../secret-key', 'a/../../secret-key', '/etc/passwd', 'a/b/c', 'a', 'A/b', 'a/b%2f'])(
    'rejects the key %s',
    async (key) => {
      for (const work of [
        () => store.get(key),
        () => store.remove(key),
        async () => store.put(key, { path: await file(randomBytes(1)), contentType: '' }),
      ]) {
        await expect(async () => await work()).rejects.toThrow('is no key')
      }
    },
  )
})

describe('the s3 store', () => {
  const of = (variables: Record<string, string> = {}) => createStore(testConfig({ ...s3.variables, ...variables }))

  test('stores the content type', async () => {
    const key = `${randomUUID()}/640.webp`
    await of().put(key, { path: await file(Buffer.from('x')), contentType: 'image/webp' })
    expect(s3.objects.get(key)).toEqual({ body: Buffer.from('x'), type: 'image/webp' })
  })

  test('refuses a corrupted upload and keeps the previous file', async () => {
    const key = `${randomUUID()}/640.webp`
    const newKey = `${randomUUID()}/640.webp`
    await of().put(key, { path: await file(Buffer.from('first')), contentType: 'image/webp' })
    s3.makeNoise(true)
    for (const one of [key, newKey]) {
      const put = of().put(one, { path: await file(randomBytes(200_000)), contentType: 'image/webp' })
      await expect(put).rejects.toThrow('400 XAmzContentSHA256Mismatch')
    }
    s3.makeNoise(false)
    expect(s3.objects.get(key)?.body).toEqual(Buffer.from('first'))
    expect(s3.objects.has(newKey)).toBe(false)
  })

  test.each([
    ['another secret', { S3_SECRET_ACCESS_KEY: 'not the secret' }, 'SignatureDoesNotMatch'],
    ['another key', { S3_ACCESS_KEY_ID: 'AKIAOTHER' }, 'InvalidAccessKeyId'],
    ['another region', { S3_REGION: 'eu-west-1' }, 'SignatureDoesNotMatch'],
    ['another bucket', { S3_BUCKET: 'another-bucket' }, 'no such bucket'],
  ])('fails with %s without revealing secrets', async (_, variables, words) => {
    const put = of(variables).put('a/b.jpg', { path: await file(Buffer.from('x')), contentType: 'image/jpeg' })
    await expect(put).rejects.toThrow(words)
    await expect(put).rejects.not.toThrow(/secret|AKIA/)
  })

  test('fails if the store is down or hangs', async () => {
    s3.goDown(true)
    await expect(of().get('a/b.jpg')).rejects.toThrow('503 SlowDown')
    await expect(of().remove('a/b.jpg')).rejects.toThrow('503')
    s3.goDown(false)
    await expect(of({ S3_ENDPOINT: 'http://127.0.0.1:1' }).get('a/b.jpg')).rejects.toThrow()
  })

  test('supports the bucket in the host name', async () => {
    const seen: string[] = []
    const original = globalThis.fetch
    globalThis.fetch = async (input) => {
      seen.push(String(input))
      return new Response(null, { status: 404 })
    }
    await of({ S3_ENDPOINT: 'https://s3.example/', S3_PATH_STYLE: '0' }).get('a/b.jpg')
    globalThis.fetch = original
    expect(seen).toEqual(['https://mentorsetu-files.s3.example/a/b.jpg'])
  })
})

test('leaves no empty folder in the disk store', async () => {
  const store = createStore(testConfig({ DATA_DIR: folder }))
  const id = randomUUID()
  for (const name of ['160.jpg', '320.jpg'])
    await store.put(`${id}/${name}`, { path: await file(randomBytes(9)), contentType: 'image/jpeg' })
  await store.remove(`${id}/160.jpg`)
  expect(await readdir(join(folder, 'media/files'))).toContain(id)
  await store.remove(`${id}/320.jpg`)
  expect(await readdir(join(folder, 'media/files'))).not.toContain(id)
})

describe('a sealed file', () => {
  const older = 'an older key of thirty-two letters'
  const newer = 'a newer key of thirty-two letters.'
  const sizes = [0, 1, 65_535, 65_536, 65_537, 300_000]

  test.each(sizes)('of %i bytes is read whole and in ranges', async (size) => {
    const store = sealedStore(diskStore(folder), [older])
    const key = `${randomUUID()}/a.pdf.sealed`
    const bytes = randomBytes(size)
    await store.put(key, { path: await file(bytes), contentType: 'application/pdf' })
    const whole = await store.get(key)
    expect(whole?.bytes).toBe(size)
    expect((await read(whole?.body as Readable)).equals(bytes)).toBe(true)
    const part = await store.get(key, { first: Math.floor(size / 3), last: size - 1 })
    expect((await read(part?.body as Readable)).equals(bytes.subarray(Math.floor(size / 3)))).toBe(true)
  })

  test('opens with an older key, and not without it', async () => {
    const key = `${randomUUID()}/a.pdf.sealed`
    await sealedStore(diskStore(folder), [older]).put(key, { path: await file(randomBytes(9)), contentType: '' })
    const both = await sealedStore(diskStore(folder), [newer, older]).get(key)
    expect((await read(both?.body as Readable)).length).toBe(9)
    const one = await sealedStore(diskStore(folder), [newer]).get(key)
    await expect(read(one?.body as Readable)).rejects.toThrow('unknown key')
  })

  test.each([
    ['changed', (bytes: Buffer) => Buffer.from(bytes.map((value, at) => (at === 100 ? value ^ 1 : value)))],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 24 + 65_536 + 16)],
    ['cut within a block', (bytes: Buffer) => bytes.subarray(0, 90_000)],
  ])('that was %s is an error', async (_, change) => {
    const store = sealedStore(diskStore(folder), [older])
    const key = `${randomUUID()}/a.pdf.sealed`
    await store.put(key, { path: await file(randomBytes(200_000)), contentType: '' })
    const path = join(folder, 'media/files', key)
    await writeFile(path, change(await readFile(path)))
    await expect(store.get(key).then((found) => read(found?.body as Readable))).rejects.toThrow()
  })

  test('of another key is an error', async () => {
    const store = sealedStore(diskStore(folder), [older])
    const key = `${randomUUID()}/a.pdf.sealed`
    const other = `${randomUUID()}/a.pdf.sealed`
    for (const one of [key, other]) await store.put(one, { path: await file(randomBytes(99)), contentType: '' })
    await copyFile(join(folder, 'media/files', key), join(folder, 'media/files', other))
    await expect(store.get(other).then((found) => read(found?.body as Readable))).rejects.toThrow()
  })
})
