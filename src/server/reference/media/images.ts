import { join } from 'node:path'
import type { default as createSharp, Sharp } from 'sharp'
import { pictureWidths } from '#contract/reference/pictures.ts'
import { maxMegapixels } from '#contract/wire/uploads.ts'
import { AppError } from '#server/platform/errors.ts'
import { takeTurns } from './turns.ts'

/** A file made of an upload: its name in the store, where it lies now. */
export type MadeFile = { name: string; path: string; contentType: string; bytes: number }
export type MadeImage = { width: number; height: number; files: MadeFile[] }

const documentMostPx = 2400
// Decoded whole, as progressive pictures are: about four bytes for each pixel, whatever the file's size.
const decodedWhole = new Set(['webp', 'heif'])
const wholeMegapixelsMost = 25
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/** The picture library, loaded with the first picture; it opens the four formats we take and no other. */
let loading: Promise<typeof createSharp> | undefined
function loadSharp(): Promise<typeof createSharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    return sharp
  })
  return loading
}

const inTurn = takeTurns(2)
// One at a time, because two would be 200 MB.
const wholeTurn = takeTurns(1)

/** Opens a picture upright after a look at its header alone, which is all that a bomb costs. */
async function openImage(path: string, leastPx: number): Promise<{ image: Sharp; isWhole: boolean }> {
  const sharp = await loadSharp()
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header) throw new AppError('file-broken')
  const { width, height } = header.autoOrient
  const isWhole = header.isProgressive || decodedWhole.has(header.format)
  const most = isWhole ? wholeMegapixelsMost : maxMegapixels
  if (width * height > most * 1_000_000) throw new AppError('photo-too-many-pixels', { most })
  if (Math.min(width, height) < leastPx) throw new AppError('photo-too-small', { least: leastPx })
  const options = {
    limitInputPixels: most * 1_000_000,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  } as const
  return { image: sharp(path, options), isWhole }
}

/** Runs a conversion; whatever the decoder finds wrong is the file's fault. */
async function convert<T>(isWhole: boolean, work: () => Promise<T>): Promise<T> {
  return await (isWhole ? wholeTurn(work) : work()).catch((error: unknown) => {
    throw error instanceof Error && /no space|ENOSPC/i.test(error.message) ? error : new AppError('file-broken')
  })
}

// Effort 2 instead of 4: a tenth larger, in a seventh of the time, while somebody waits.
const encoders = {
  avif: { type: 'image/avif', encode: (image: Sharp) => image.avif({ quality: 55, effort: 2 }) },
  webp: { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 78 }) },
  jpg: { type: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }) },
} as const

/** A public photo in three widths and three formats, without anything the camera wrote into it, in `folder`. */
export async function makePictures(path: string, folder: string, leastPx: number): Promise<MadeImage> {
  return await inTurn(async () => {
    const sharp = await loadSharp()
    const { image, isWhole } = await openImage(path, leastPx)
    const widest = Math.max(...pictureWidths)
    // Decoded once; the long side of a narrow strip is cut down with it.
    const { data, info } = await convert(isWhole, () =>
      image
        .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: MadeFile[] = []
    for (const width of pictureWidths) {
      for (const [ending, { type, encode }] of Object.entries(encoders)) {
        const name = `${width}.${ending}`
        const smaller = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
        const { size } = await encode(smaller).toFile(join(folder, name))
        files.push({ name, path: join(folder, name), contentType: type, bytes: size })
      }
    }
    return { width: info.width, height: info.height, files }
  })
}

/** Tried in this order until the picture is small enough: handwriting stays readable longer at less quality than at fewer pixels. */
const chatSizes: [px: number, qualities: number[]][] = [
  [1600, [78, 66, 54, 42, 32]],
  [1200, [42, 30]],
  [800, [40, 20]],
  [480, [20]],
]
export const chatPhotoMostBytes = 150_000

/** One WebP of a picture in a chat: small enough for a slow network, large enough to read homework on. */
export async function makeChatImage(path: string, folder: string, leastPx: number): Promise<MadeImage> {
  return await inTurn(async () => {
    const sharp = await loadSharp()
    const { image, isWhole } = await openImage(path, leastPx)
    const widest = chatSizes[0]?.[0] ?? 0
    const { data, info } = await convert(isWhole, () =>
      image
        .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const target = join(folder, 'photo.webp')
    const made = await convert(false, async () => {
      for (const [px, qualities] of chatSizes) {
        for (const quality of qualities) {
          const size = { width: px, height: px, fit: 'inside', withoutEnlargement: true } as const
          const tried = await sharp(data, { raw }).resize(size).webp({ quality, effort: 4 }).toFile(target)
          if (tried.size <= chatPhotoMostBytes) return tried
        }
      }
      throw new Error('a picture stays too large')
    })
    const file = { name: 'photo.webp', path: target, contentType: 'image/webp', bytes: made.size }
    return { width: made.width, height: made.height, files: [file] }
  })
}

/** One JPEG of a document, large enough to read. */
export async function makeDocumentImage(path: string, folder: string, leastPx: number): Promise<MadeImage> {
  return await inTurn(async () => {
    const { image, isWhole } = await openImage(path, leastPx)
    const target = join(folder, 'document.jpg')
    const made = await convert(isWhole, () =>
      image
        .resize({ width: documentMostPx, height: documentMostPx, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 82, mozjpeg: true })
        .toFile(target),
    )
    const file = { name: 'document.jpg', path: target, contentType: 'image/jpeg', bytes: made.size }
    return { width: made.width, height: made.height, files: [file] }
  })
}
