import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unusedHours } from '#contract/wire/uploads.ts'
import type { Config, Keys } from '#server/config.ts'
import { throttleChunks } from '#server/platform/concurrency.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Store } from '#server/providers/storage/file-store.ts'
import { sealedEnding, sealedStore } from '#server/providers/storage/sealed-store.ts'
import type { Received } from './receive.ts'

/** The byte range of a request (both ends inclusive), the file size, and the client's id of the upload. */
export type Chunk = { uploadId: string; first: number; last: number; total: number }

type StoredChunk = { first: number; last: number; total: number; name: string }

/** Local folders of incoming files and of chunks of unfinished uploads. */
export const mediaFolders = ({ dataDir }: Pick<Config, 'dataDir'>) => ({
  incoming: join(dataDir, 'media', 'incoming'),
  uploads: join(dataDir, 'media', 'uploads'),
})

const maxChunks = 1_000
const maxOpenUploads = 20

/** The folder of an upload. It contains the account id, so accounts with the same upload id don't collide. */
export function uploadFolder(uploads: string, accountId: string, uploadId: string): string {
  return join(uploads, accountId, createHash('sha256').update(uploadId).digest('hex').slice(0, 40))
}

const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[])

// A chunk's file name is its only metadata: `<first>-<last>-<total>.sealed`.
async function storedChunks(folder: string): Promise<StoredChunk[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const found = /^(\d+)-(\d+)-(\d+)\.sealed$/.exec(name)
    return found ? [{ first: Number(found[1]), last: Number(found[2]), total: Number(found[3]), name }] : []
  })
}

/** The chunks that cover the file from its beginning without a gap, and how many bytes they cover. */
function contiguous(chunks: StoredChunk[]): { chain: StoredChunk[]; received: number } {
  const chain: StoredChunk[] = []
  let received = 0
  for (;;) {
    const next = chunks
      .filter(({ first, last }) => first <= received && last >= received)
      .sort((a, b) => b.last - a.last)[0]
    if (!next) return { chain, received }
    chain.push(next)
    received = next.last + 1
  }
}

/** Bytes received without a gap and the total; null if the upload has no chunks. */
export async function progressOf(folder: string): Promise<{ received: number; total: number } | null> {
  const chunks = await storedChunks(folder)
  const total = chunks[0]?.total
  return total === undefined ? null : { received: contiguous(chunks).received, total }
}

/** Bytes of an account's unfinished uploads. */
export async function unfinishedBytes(uploads: string, accountId: string): Promise<number> {
  const folder = join(uploads, accountId)
  const chunks = await Promise.all((await namesIn(folder)).map((name) => storedChunks(join(folder, name))))
  return chunks.flat().reduce((sum, { first, last }) => sum + last - first + 1, 0)
}

/** Creates the folder of an upload. The caller holds the account's upload lock, or parallel calls could exceed the limit. */
export async function beginUpload(folder: string): Promise<void> {
  const open = await namesIn(dirname(folder))
  if (open.length >= maxOpenUploads && !open.includes(basename(folder))) throw new AppError('upload-limit')
  await mkdir(folder, { recursive: true })
}

/** Removes the folder of an upload if it has no chunks. */
export const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => {})

/** Throws if the chunk cannot be added; runs before its bytes are read. Returns whether it is the upload's first. */
export async function checkChunk(folder: string, chunk: Chunk): Promise<boolean> {
  const chunks = await storedChunks(folder)
  if (chunks.some(({ total }) => total !== chunk.total)) throw new AppError('upload-changed')
  const { received } = contiguous(chunks)
  if (chunk.first > received) throw new AppError('upload-gap', { received })
  const storedBytes = chunks.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  // Only a client that sends the same bytes repeatedly reaches this limit.
  if (chunks.length >= maxChunks || storedBytes > 2 * chunk.total) throw new AppError('upload-limit')
  return chunks.length === 0
}

/** Chunks of an upload, encrypted like the files they become. */
function chunkStore(folder: string, keys: Keys): Pick<Store, 'put' | 'get'> {
  const pathOf = (key: string) => join(dirname(folder), key)
  return sealedStore(
    {
      put: (key, { path }) => rename(path, pathOf(key)),
      get: async (key) => ({ body: createReadStream(pathOf(key)), bytes: (await stat(pathOf(key))).size }),
      remove: (key) => rm(pathOf(key), { force: true }),
    },
    keys,
  )
}
const keyOf = (folder: string, name: string) => `${basename(folder)}/${name}`

/**
 * Adds the received bytes of a chunk, which may be fewer than announced. Repeating it changes nothing.
 * @returns the bytes received without a gap, or null if the upload was finished, refused or swept meanwhile
 */
export async function addChunk(folder: string, chunk: Chunk, file: Received, keys: Keys): Promise<number | null> {
  const name = `${chunk.first}-${chunk.first + file.bytes - 1}-${chunk.total}${sealedEnding}`
  try {
    if (file.bytes > 0) await chunkStore(folder, keys).put(keyOf(folder, name), { path: file.path, contentType: '' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return contiguous(await storedChunks(folder)).received
}

/** Joins the chunks of a complete upload into a file at `path`. */
export async function joinChunks(folder: string, path: string, keys: Keys): Promise<{ bytes: number; sha256: Buffer }> {
  const { chain, received } = contiguous(await storedChunks(folder))
  const hash = createHash('sha256')
  const target = await open(path, 'a')
  let position = 0
  try {
    for (const { first, last, name } of chain) {
      const range = { first: position - first, last: last - first }
      const chunk = await chunkStore(folder, keys).get(keyOf(folder, name), range)
      for await (const part of chunk?.body ?? []) {
        hash.update(part)
        await target.appendFile(part)
        await throttleChunks()
      }
      position = last + 1
    }
  } finally {
    await target.close()
  }
  const { size } = await stat(path)
  if (size !== received) throw new Error('a joined upload has an unexpected size')
  return { bytes: size, sha256: hash.digest() }
}

// A request with a file takes minutes; what it leaves if the process ends is not encrypted.
const incomingMs = 3_600_000

/** Removes unfinished uploads after `unusedHours`, and what ended requests left of incoming files. */
export async function sweepFolders({ uploads, incoming }: { uploads: string; incoming: string }): Promise<void> {
  const removeOld = async (folder: string, ageMs: number) => {
    for (const name of await namesIn(folder)) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < Date.now() - ageMs) await rm(path, { recursive: true, force: true })
    }
  }
  await removeOld(incoming, incomingMs)
  for (const account of await namesIn(uploads)) await removeOld(join(uploads, account), unusedHours * 3_600_000)
}
