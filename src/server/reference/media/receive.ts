import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { throttleChunks } from '#server/platform/concurrency.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

/** The file of a request, written to disk. `isTruncated`: the connection ended before the file was complete. */
export type Received = { path: string; bytes: number; sha256: Buffer; fileName: string; isTruncated: boolean }
type ReceivedForm = { file: Received; preset: string | undefined }

// A client that sends nothing for this long is gone.
const idleMs = 60_000
// Besides the file, a form has its preset and a few fields of Cloudinary clients, which are ignored.
const limits = { fields: 10, fieldSize: 200, fieldNameSize: 60, files: 2, fileSize: Number.POSITIVE_INFINITY }
/** Allowance for the parts of a form besides its file. */
export const formBytes = 16 * 1024

/** The client's file name without path and control characters. */
function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return Array.from(last.toWellFormed().replace(/\p{C}/gu, '').trim()).slice(0, 120).join('')
}

// Buffers small parts, because each write takes a thread-pool thread.
const writeBytes = 256 * 1024

async function writeToFile(stream: Readable, path: string, maxBytes: number) {
  const hash = createHash('sha256')
  const handle = await open(path, 'w')
  const idle = setTimeout(() => stream.destroy(new Error('upload idle')), idleMs)
  let bytes = 0
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  let isTruncated = false
  const write = async () => {
    if (bufferedBytes === 0) return
    const { bytesWritten } = await handle.writev(buffered)
    if (bytesWritten < bufferedBytes) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    buffered = []
    bufferedBytes = 0
  }
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      idle.refresh()
      bytes += part.length
      if (bytes > maxBytes) throw new AppError('file-too-large')
      hash.update(part)
      buffered.push(part)
      bufferedBytes += part.length
      if (bufferedBytes >= writeBytes) await write()
      await throttleChunks()
    }
  } catch (error) {
    if (error instanceof AppError || isDiskError(error)) throw error
    isTruncated = true
  } finally {
    clearTimeout(idle)
    await write().finally(() => handle.close())
  }
  return { bytes, sha256: hash.digest(), isTruncated }
}

const isDiskError = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(String(error.code))

/**
 * Reads a form with one `file` and streams it into `folder`, buffering about `writeBytes` in memory. The caller removes the
 * file. Throws `file-too-large` (without details) as soon as the limit is exceeded.
 */
export async function receiveForm(request: FastifyRequest, folder: string, maxBytes: number): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new AppError('upload-no-file')
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  let file: Received | undefined
  let preset: string | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.fieldname === 'upload_preset' && typeof part.value === 'string') preset = part.value
        continue
      }
      if (part.fieldname !== 'file') throw new AppError('upload-no-file')
      if (file) throw new AppError('upload-one-file')
      const fileName = cleanFileName(part.filename)
      file = { path, fileName, ...(await writeToFile(part.file, path, maxBytes)) }
      if (file.isTruncated) break
    }
  } catch (error) {
    // The form broke off after the file began, so the received bytes can be used.
    const isKnownError = error instanceof AppError || isDiskError(error)
    if (isKnownError || !file) {
      await rm(path, { force: true })
      throw isKnownError ? error : toClientError(error)
    }
    file.isTruncated = true
  }
  if (!file) throw new AppError('upload-no-file')
  return { file, preset }
}

/** Turns an error of the multipart parser into a client error. */
function toClientError(error: unknown): AppError {
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
    return new AppError('upload-one-file')
  const problem = error instanceof Error ? error.message : 'not a form'
  return invalidField('body', problem)
}

// Long enough for a browser to read the reply while it is still sending.
const drainTimeoutMs = 3_000

/** Discards the rest of a request body, and closes the connection if it takes longer than `lingerMs`. */
export function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.on('error', () => {})
  raw.resume()
  const timeout = setTimeout(() => raw.destroy(), drainTimeoutMs)
  raw.once('close', () => clearTimeout(timeout))
  raw.once('end', () => clearTimeout(timeout))
}
