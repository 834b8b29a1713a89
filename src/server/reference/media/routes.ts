import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/reference/media.ts'
import { retryAfterSeconds } from '#contract/wire/errors.ts'
import { isDocument, type UploadKind } from '#contract/wire/uploads.ts'
import type { Context, Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { limitDiskWork } from '#server/platform/concurrency.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, describeError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { callerKey } from '#server/platform/guards.ts'
import { lockUploads } from '#server/platform/locks.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { toUploaded } from './addresses.ts'
import {
  addChunk,
  beginUpload,
  type Chunk,
  checkChunk,
  joinChunks,
  mediaFolders,
  progressOf,
  removeIfEmpty,
  uploadFolder,
} from './chunks.ts'
import { createLinks } from './links.ts'
import * as rows from './queries.ts'
import { discardBody, formBytes, receiveForm } from './receive.ts'
import { checkUploadLimits, maxBytesOf, presetOf, storeUpload, tooLarge } from './upload.ts'

// A video of 100 MB takes fifty chunks; this allows ten such videos in ten minutes.
const rateLimit = {
  max: 500,
  timeWindow: '10 minutes',
  keyGenerator: callerKey,
}

/** Sends an error in the shape of Cloudinary, which upload clients expect. Used for uploads only. */
function replyWithUploadError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = describeError(error, request)
  discardBody(request)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: body } satisfies contract.UploadErrorReply)
}

/** The chunk a request carries; null if it carries the whole file. */
function chunkOf({ headers }: FastifyRequest): Chunk | null {
  const range = headers['content-range']
  const uploadId = headers['x-unique-upload-id']
  if (range === undefined && uploadId === undefined) return null
  const [, first, last, total] = (/^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range ?? '') ?? []).map(Number)
  const isId =
    typeof uploadId === 'string' && contract.uploadProgress.schema.params.shape.id.safeParse(uploadId).success
  if (!isId || first === undefined || last === undefined || total === undefined || first > last || last >= total) {
    const problem = 'both are needed: bytes a-b/total, and 8 to 100 letters, digits, - or _'
    throw invalidField('Content-Range, X-Unique-Upload-Id', problem)
  }
  return { uploadId, first, last, total }
}

/** Uploads being joined, by folder, so that a repeated last chunk waits for the first one's result. */
const finishingUploads = new Map<string, Promise<rows.MediaRow>>()

/** What uploads under way may still write to the disk, by account. */
const incoming = new Map<string, number>()
const bytesOf = (accountId: string) => incoming.get(accountId) ?? 0

export const mediaRoutes: Feature = (app, context) => {
  const { config, db } = context
  const links = createLinks(config.secretKeys, config.publicUrl)
  const folders = mediaFolders(config)

  async function receiveWhole(request: FastifyRequest, kind: UploadKind, accountId: string) {
    const { file, preset } = await receive(request, maxBytesOf(kind))
    try {
      if (file.isTruncated) throw new AppError('file-broken')
      return await storeUpload(context, { accountId, preset: presetOf(kind, preset), uploadId: null, file })
    } finally {
      await rm(file.path, { force: true })
    }
  }

  async function receiveChunk(request: FastifyRequest, kind: UploadKind, accountId: string, chunk: Chunk) {
    if (chunk.total > maxBytesOf(kind)) throw tooLarge(maxBytesOf(kind))
    const known = await rows.mediaOfUpload(db, accountId, chunk.uploadId)
    if (known) {
      discardBody(request)
      return known
    }
    const folder = uploadFolder(folders.uploads, accountId, chunk.uploadId)
    const isNew = await checkChunk(folder, chunk)
    try {
      // The transaction only holds the lock across processes. Creating the folder again after a retry is harmless.
      if (isNew) {
        await transaction(db, async (tx) => {
          await lockUploads(tx, accountId)
          await beginUpload(folder)
        })
      }
      return await storeChunk(request, kind, accountId, chunk, folder)
    } finally {
      await removeIfEmpty(folder)
    }
  }

  async function storeChunk(
    request: FastifyRequest,
    kind: UploadKind,
    accountId: string,
    chunk: Chunk,
    folder: string,
  ) {
    const { file, preset: presetName } = await receive(
      request,
      chunk.last - chunk.first + 1,
      new AppError('upload-changed'),
    )
    try {
      if (!file.isTruncated && file.bytes !== chunk.last - chunk.first + 1) throw new AppError('upload-changed')
      // Bytes that arrived are stored even if the connection was cut.
      const received = await addChunk(folder, chunk, file, config.fileKeys)
      if (received === null) {
        const finished = await rows.mediaOfUpload(db, accountId, chunk.uploadId)
        if (finished) return finished
        throw new AppError('upload-gap', { received: 0 })
      }
      if (file.isTruncated) throw new AppError('file-broken')
      const preset = presetOf(kind, presetName)
      if (received < chunk.total) return { done: false as const, received, total: chunk.total }
      const last =
        finishingUploads.get(folder) ?? finish({ context, folder, accountId, preset, uploadId: chunk.uploadId, file })
      finishingUploads.set(folder, last)
      return await last.finally(() => finishingUploads.delete(folder))
    } finally {
      await rm(file.path, { force: true })
    }
  }

  async function receive(request: FastifyRequest, maxBytes: number, tooLargeError = tooLarge(maxBytes)) {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw tooLargeError
    return await receiveForm(request, folders.incoming, maxBytes).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'file-too-large' ? tooLargeError : error
    })
  }

  app.register(async (scope) => {
    await scope.register(multipart)
    scope.setErrorHandler(replyWithUploadError)
    scope.route({
      ...contract.uploadMedia,
      config: { ...contract.uploadMedia.config, rateLimit },
      handler: async (request) => {
        const { accountId } = requireViewer(request)
        const { kind } = request.params as { kind: UploadKind } // true: the schema checked it
        const most = maxBytesOf(kind)
        const bytes = Math.min(most, Number(request.headers['content-length'] ?? most))
        incoming.set(accountId, bytesOf(accountId) + bytes)
        try {
          await checkUploadLimits(context, accountId, {
            own: bytesOf(accountId),
            all: [...incoming.values()].reduce((a, b) => a + b, 0),
          })
          const chunk = chunkOf(request)
          const result = chunk
            ? await receiveChunk(request, kind, accountId, chunk)
            : await receiveWhole(request, kind, accountId)
          return 'done' in result ? result : toUploaded(result, config.publicUrl)
        } finally {
          const left = bytesOf(accountId) - bytes
          if (left > 0) incoming.set(accountId, left)
          else incoming.delete(accountId)
        }
      },
    })
  })

  app.route({
    ...contract.uploadProgress,
    handler: async (request) => {
      const { accountId } = requireViewer(request)
      const { id } = request.params
      const file = await rows.mediaOfUpload(db, accountId, id)
      if (file) {
        return { done: true, received: file.bytes, total: file.bytes, file: toUploaded(file, config.publicUrl) }
      }
      const progress = orNotFound(await progressOf(uploadFolder(folders.uploads, accountId, id)))
      return { done: false, ...progress, file: null }
    },
  })

  app.route({
    ...contract.mediaLink,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const row = await rows.mediaById(db, request.params.id)
      const isOwn = row?.accountId === viewer.accountId
      // Admins open chat files only within a case, see chat/reports.ts.
      const isForAdmins = row !== null && !row.preset.startsWith('chat-')
      if (!row || !(isOwn || (viewer.userType === 'admin' && isForAdmins))) throw new AppError('not-found')
      // Support doesn't review mentors.
      if (!isOwn && isDocument(row.preset) && viewer.adminRole === 'support') throw new AppError('not-allowed')
      if (!isOwn) {
        const detail = { preset: row.preset, of: row.accountId, role: viewer.adminRole }
        await writeAudit(db, viewer, 'media.look', { kind: 'media', id: row.id, detail })
      }
      const { url, expiresAt } = links.write(row.id, row.preset, viewer)
      return { data: { url, expiresAt: expiresAt.toISOString(), contentType: row.contentType } }
    },
  })
}

type FinishInput = {
  context: Context
  folder: string
  accountId: string
  preset: ReturnType<typeof presetOf>
  uploadId: string
  file: { fileName: string }
}

/** Joins the chunks of a complete upload and stores the file. Chunks stay for a retry only after a server error. */
async function finish({ context, folder, file, ...upload }: FinishInput): Promise<rows.MediaRow> {
  const path = join(mediaFolders(context.config).incoming, randomUUID())
  try {
    const joined = await limitDiskWork(() => joinChunks(folder, path, context.config.fileKeys))
    const row = await storeUpload(context, { ...upload, file: { path, fileName: file.fileName, ...joined } })
    await rm(folder, { recursive: true, force: true })
    return row
  } catch (error) {
    if (error instanceof AppError && error.code !== 'upload-failed') await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await rm(path, { force: true })
  }
}
