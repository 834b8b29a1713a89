import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  inMegabytes,
  isDocument,
  maxDocumentsPerHour,
  maxUnusedBytes,
  maxUploadsPerHour,
  type UploadKind,
  type UploadPreset,
  uploadPresets,
  uploadRules,
} from '#contract/wire/uploads.ts'
import type { Context } from '#server/context.ts'
import { limitDiskWork, oneAtATime } from '#server/platform/concurrency.ts'
import { constraintOf, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockUploads } from '#server/platform/locks.ts'
import { sealedEnding } from '#server/providers/storage/sealed-store.ts'
import { assertNoAadhaar, hideAadhaar } from './aadhaar.ts'
import { mediaFolders, unfinishedBytes } from './chunks.ts'
import { detectType, type FileType } from './content.ts'
import { makeChatImage, makeDocumentImage, makePictures, type OutputFile } from './images.ts'
import { cleanIso } from './iso-video.ts'
import { remove } from './media.ts'
import { assertOnlyPdf, rewritePdf } from './pdf.ts'
import * as rows from './queries.ts'
import { editVideo } from './video-file.ts'
import { cleanWebm } from './webm-video.ts'

/** The largest file size in bytes among the presets of a kind. */
export const maxBytesOf = (kind: UploadKind): number =>
  Math.max(
    ...uploadPresets
      .filter((preset) => uploadRules[preset].kinds.includes(kind))
      .map((preset) => uploadRules[preset].maxBytes),
  )

/** The preset of a form. Throws if it is missing, unknown or of another kind. */
export function presetOf(kind: UploadKind, presetName: string | undefined): UploadPreset {
  if (!presetName) throw new AppError('upload-preset-missing')
  const preset = uploadPresets.find(
    (candidate) => candidate === presetName && uploadRules[candidate].kinds.includes(kind),
  )
  if (!preset) throw new AppError('upload-preset-unknown')
  return preset
}

export const tooLarge = (maxBytes: number) => new AppError('file-too-large', { most: inMegabytes(maxBytes) })

/** Bytes of disk space kept free, because the database is on the same disk. */
const minFreeBytes = 2 * 1024 ** 3

/** Limit per account, because a file that takes long to read makes all others wait. */
const maxRefusedPerHour = 10

type Incoming = { own?: number; all?: number; preset?: UploadPreset }

/** Throws if the account exceeds its upload limits, or the disk would be nearly full after the `incoming` bytes. */
export async function checkUploadLimits(
  { db, config }: Pick<Context, 'db' | 'config'>,
  accountId: string,
  { own = 0, all = 0, preset }: Incoming = {},
): Promise<void> {
  const { count, documents, refused, unusedBytes } = await rows.recentUploads(db, accountId)
  const unfinished = await unfinishedBytes(mediaFolders(config).uploads, accountId)
  if (
    count >= maxUploadsPerHour ||
    (preset && isDocument(preset) && documents >= maxDocumentsPerHour) ||
    refused >= maxRefusedPerHour ||
    unusedBytes + unfinished + own > maxUnusedBytes
  )
    throw new AppError('upload-limit')
  // The folder doesn't exist before the first file.
  const disk = await statfs(config.dataDir).catch(() => null)
  if (disk && disk.bavail * disk.bsize - all < minFreeBytes) throw new AppError('upload-failed')
}

type ReceivedFile = { path: string; bytes: number; sha256: Buffer; fileName: string }
type Upload = { accountId: string; preset: UploadPreset; uploadId: string | null; file: ReceivedFile }
type ProcessedUpload = Pick<
  rows.MediaRow,
  'kind' | 'format' | 'contentType' | 'bytes' | 'width' | 'height' | 'pages'
> & {
  files: OutputFile[]
}

/** Reads a document. An account's documents wait for one another, and a refused one counts against its limits. */
async function readDocument<T>(
  context: Context,
  { accountId, preset, file: { bytes, sha256 } }: Upload,
  type: FileType,
  read: () => Promise<T>,
): Promise<T> {
  return await oneAtATime(accountId, async () => {
    await checkUploadLimits(context, accountId, { preset })
    return await read().catch(async (error: unknown) => {
      const kind = type.content === 'image' ? 'image' : 'raw'
      const refused = {
        accountId,
        preset,
        kind,
        bytes,
        sha256,
        format: type.format,
        contentType: type.contentType,
      } as const
      if (error instanceof AppError) await rows.insertRefused(context.db, refused)
      throw error
    })
  })
}

/** Detects the type of a file from its content, checks it, and makes the files to store. */
async function processUpload(context: Context, upload: Upload, folder: string): Promise<ProcessedUpload> {
  const { preset, file } = upload
  const { path, bytes } = file
  const type = await detectType(path, preset)
  const { format, contentType } = type
  if (type.content === 'image') {
    const { isPrivate, minPx } = uploadRules[preset]
    const isChatPicture = preset === 'chat-photo' || preset === 'chat-document'
    const makeImage = isChatPicture ? makeChatImage : isPrivate ? makeDocumentImage : makePictures
    const picture = await makeImage(path, folder, minPx)
    const hide = () => hideAadhaar(picture.files[0]?.path ?? '', folder)
    const made = (isDocument(preset) && (await readDocument(context, upload, type, hide))) || picture
    const size = made.files.at(-1)?.bytes ?? 0 // the JPEG of the largest width
    const output = isChatPicture
      ? ({ format: 'webp', contentType: 'image/webp' } as const)
      : ({ format: 'jpg', contentType: 'image/jpeg' } as const)
    return { ...made, kind: 'image', ...output, bytes: size, pages: null }
  }
  const common = { format, contentType, bytes, width: null, height: null }
  if (type.content === 'pdf') {
    await assertOnlyPdf(path)
    const target = join(folder, 'document.pdf')
    const pages = await readDocument(context, upload, type, async () => {
      const pages = await rewritePdf(path, target)
      if (isDocument(preset)) await assertNoAadhaar(target, folder)
      return pages
    })
    const { size } = await stat(target)
    const files = [{ name: 'document.pdf', path: target, contentType, bytes: size }]
    return { ...common, bytes: size, kind: 'raw', pages, files }
  }
  await cleanVideo(path, type)
  return { ...common, kind: 'video', pages: null, files: [{ name: `video.${format}`, path, contentType, bytes }] }
}

/** Lets the virus scanner see a file, if there is one. */
async function assertClean({ scanner, log }: Context, { accountId, preset, file }: Upload): Promise<void> {
  if (!scanner) return
  const isClean = await scanner.isClean(file.path).catch((error: unknown) => {
    log?.error(error, 'the virus scanner failed')
    throw new AppError('upload-failed')
  })
  if (isClean) return
  log?.warn({ accountId, preset }, 'a file with a virus was refused')
  throw new AppError('file-infected')
}

/** Checks a complete file and stores the files made from it. Repeating an upload returns the first one's row. */
export async function storeUpload(context: Context, upload: Upload): Promise<rows.MediaRow> {
  const { db, store, queue, config, log } = context
  const { accountId, preset, uploadId, file } = upload
  if (file.bytes === 0) throw new AppError('file-empty')
  if (file.bytes > uploadRules[preset].maxBytes) throw tooLarge(uploadRules[preset].maxBytes)
  await assertClean(context, upload)
  const folder = await mkdtemp(join(mediaFolders(config).incoming, 'made-'))
  try {
    const { files: outputs, ...made } = await processUpload(context, upload, folder)
    // Videos may become public, and are read in ranges.
    const isSealed = uploadRules[preset].isPrivate && made.kind !== 'video'
    const files = outputs.map((file) => ({ ...file, name: `${file.name}${isSealed ? sealedEnding : ''}` }))
    const id = randomUUID()
    // Counted again where it is written: uploads of an account arrive side by side.
    await transaction(db, async (tx) => {
      await lockUploads(tx, accountId)
      await checkUploadLimits({ db: tx, config }, accountId, { preset })
      await rows.insertMedia(tx, {
        id,
        accountId,
        preset,
        ...made,
        sha256: file.sha256,
        fileName: file.fileName,
        storeKeys: files.map(({ name }) => `${id}/${name}`),
        isPrivate: uploadRules[preset].isPrivate,
        uploadId,
      })
    })
    try {
      for (const output of files) await limitDiskWork(() => store.put(`${id}/${output.name}`, output))
    } catch (error) {
      log?.error(error, 'a file could not be stored')
      await transaction(db, (tx) => remove(tx, queue, id))
      throw new AppError('upload-failed')
    }
    return (await markReady(db, id, uploadId)) ?? (await discardDuplicate())
    async function discardDuplicate(): Promise<rows.MediaRow> {
      await transaction(db, (tx) => remove(tx, queue, id))
      const first = uploadId && (await rows.mediaOfUpload(db, accountId, uploadId))
      if (!first) throw new AppError('upload-failed')
      return first
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function markReady(db: Context['db'], id: string, uploadId: string | null): Promise<rows.MediaRow | null> {
  return await rows.makeReady(db, id, uploadId).catch((error: unknown) => {
    if (constraintOf(error) === 'media_upload_once') return null
    throw error
  })
}

/**
 * Overwrites the metadata of a video in place: location, device and author. Throws `file-broken` for a file that can't be
 * parsed as a video.
 */
const cleanVideo = (path: string, { format }: FileType): Promise<void> =>
  editVideo(path, format === 'webm' ? cleanWebm : cleanIso)
