import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { pieceTurn } from './concurrency.ts'

/** The file of a request, written to disk. `isCut`: the connection ended before the file was complete. */
export type Received = { path: string; bytes: number; sha256: Buffer; fileName: string; isCut: boolean }
export type ReceivedForm = { file: Received; preset: string | undefined }

// A client that sends nothing for this long is gone.
const idleMs = 60_000
// Besides the file, a form has its preset and a few fields of Cloudinary clients, which are ignored.
const limits = { fields: 10, fieldSize: 200, fieldNameSize: 60, files: 2, fileSize: Number.POSITIVE_INFINITY }
/** Allowance for the parts of a form besides its file. */
export const formBytes = 16 * 1024

/** The client's file name without path and control characters. */
function plainName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return Array.from(last.toWellFormed().replace(/\p{C}/gu, '').trim()).slice(0, 120).join('')
}

// Buffers small parts, because each write takes a thread-pool thread.
const writeBytes = 256 * 1024

async function writeDown(source: Readable, path: string, mostBytes: number) {
  const hash = createHash('sha256')
  const handle = await open(path, 'w')
  const idle = setTimeout(() => source.destroy(new Error('upload idle')), idleMs)
  let bytes = 0
  let held: Buffer[] = []
  let heldBytes = 0
  let isCut = false
  const write = async () => {
    if (heldBytes === 0) return
    const { bytesWritten } = await handle.writev(held)
    if (bytesWritten < heldBytes) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    held = []
    heldBytes = 0
  }
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      idle.refresh()
      bytes += part.length
      if (bytes > mostBytes) throw new AppError('file-too-large')
      hash.update(part)
      held.push(part)
      heldBytes += part.length
      if (heldBytes >= writeBytes) await write()
      await pieceTurn()
    }
  } catch (error) {
    if (error instanceof AppError || isDiskTrouble(error)) throw error
    isCut = true
  } finally {
    clearTimeout(idle)
    await write().finally(() => handle.close())
  }
  return { bytes, sha256: hash.digest(), isCut }
}

const isDiskTrouble = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'].includes(String(error.code))

/**
 * Reads a form with one `file` and streams it into `folder`, buffering about `writeBytes` in memory. The caller removes the
 * file. Throws `file-too-large` (without details) as soon as the limit is exceeded.
 */
export async function receiveForm(request: FastifyRequest, folder: string, mostBytes: number): Promise<ReceivedForm> {
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
      const fileName = plainName(part.filename)
      file = { path, fileName, ...(await writeDown(part.file, path, mostBytes)) }
      if (file.isCut) break
    }
  } catch (error) {
    // The form broke off after the file began, so the received bytes can be used.
    const isOurs = error instanceof AppError || isDiskTrouble(error)
    if (isOurs || !file) {
      await rm(path, { force: true })
      throw isOurs ? error : formFault(error)
    }
    file.isCut = true
  }
  if (!file) throw new AppError('upload-no-file')
  return { file, preset }
}

/** Turns an error of the multipart parser into a client error. */
function formFault(error: unknown): AppError {
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
    return new AppError('upload-one-file')
  const problem = error instanceof Error ? error.message : 'not a form'
  return new AppError('bad-request', { fields: [{ field: 'body', problem }] })
}

// Long enough for a browser to read the reply while it is still sending.
const lingerMs = 3_000

/** Discards the rest of a request body, and closes the connection if it takes longer than `lingerMs`. */
export function letGo({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.on('error', () => {})
  raw.resume()
  const late = setTimeout(() => raw.destroy(), lingerMs)
  raw.once('close', () => clearTimeout(late))
  raw.once('end', () => clearTimeout(late))
}
