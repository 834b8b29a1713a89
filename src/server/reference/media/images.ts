import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { default as createSharp, Sharp } from 'sharp'
import { pictureWidths } from '#contract/reference/pictures.ts'
import { maxMegapixels } from '#contract/wire/uploads.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { AppError } from '#server/platform/errors.ts'
import { trueTypeFont } from '#server/platform/typeface.ts'

/** A file made from an upload. `name` is its name in the store, `path` its current location. */
export type OutputFile = { name: string; path: string; contentType: string; bytes: number }
export type ProcessedImage = { width: number; height: number; files: OutputFile[] }

const maxDocumentPx = 2400
// These formats, like progressive pictures, are decoded as a whole: about 4 bytes a pixel whatever the file size.
const decodedWhole = new Set(['webp', 'heif'])
const maxWholeMegapixels = 25
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`)

/** Loads sharp on first use and limits its loaders to the four accepted formats. */
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

const limitImages = limitConcurrency(2)
// One at a time, because two pictures of 25 megapixels would need 200 MB.
const limitWholeImages = limitConcurrency(1)

/** Opens a picture upright. Checks its size in the header first, so that a decompression bomb is never decoded. */
async function openImage(path: string, minPx: number): Promise<{ image: Sharp; isWhole: boolean }> {
  const sharp = await loadSharp()
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header) throw new AppError('file-broken')
  const { width, height } = header.autoOrient
  const isWhole = header.isProgressive || decodedWhole.has(header.format)
  const megapixelLimit = isWhole ? maxWholeMegapixels : maxMegapixels
  if (width * height > megapixelLimit * 1_000_000) throw new AppError('photo-too-many-pixels', { most: megapixelLimit })
  if (Math.min(width, height) < minPx) throw new AppError('photo-too-small', { least: minPx })
  const options = {
    limitInputPixels: megapixelLimit * 1_000_000,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  } as const
  return { image: sharp(path, options), isWhole }
}

/** Runs a conversion. Every decoder error but a full disk becomes `file-broken`. */
async function convert<T>(isWhole: boolean, work: () => Promise<T>): Promise<T> {
  return await (isWhole ? limitWholeImages(work) : work()).catch((error: unknown) => {
    throw error instanceof Error && /no space|ENOSPC/i.test(error.message) ? error : new AppError('file-broken')
  })
}

// Effort 2 instead of 4: files are a tenth larger but take a seventh of the time, while the uploader waits.
const encoders = {
  avif: { type: 'image/avif', encode: (image: Sharp) => image.avif({ quality: 55, effort: 2 }) },
  webp: { type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 78 }) },
  jpg: { type: 'image/jpeg', encode: (image: Sharp) => image.jpeg({ quality: 80, mozjpeg: true }) },
} as const

/** Writes a public photo to `folder` in three widths and three formats, without the camera's metadata. */
export async function makePictures(path: string, folder: string, minPx: number): Promise<ProcessedImage> {
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const { image, isWhole } = await openImage(path, minPx)
    const widest = Math.max(...pictureWidths)
    // Decoded once for all widths. The height limit keeps narrow strips small.
    const { data, info } = await convert(isWhole, () =>
      image
        .resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: OutputFile[] = []
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

/** Tried in order until the picture is small enough. Handwriting suffers less from low quality than from few pixels. */
const chatSizes: [px: number, qualities: number[]][] = [
  [1600, [78, 66, 54, 42, 32]],
  [1200, [42, 30]],
  [800, [40, 20]],
  [480, [20]],
]
const maxChatPhotoBytes = 150_000

/** Makes one WebP of a chat picture: small enough for a slow network, large enough to read homework. */
export async function makeChatImage(path: string, folder: string, minPx: number): Promise<ProcessedImage> {
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const { image, isWhole } = await openImage(path, minPx)
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
    const output = await convert(false, async () => {
      for (const [px, qualities] of chatSizes) {
        for (const quality of qualities) {
          const size = { width: px, height: px, fit: 'inside', withoutEnlargement: true } as const
          const tried = await sharp(data, { raw }).resize(size).webp({ quality, effort: 4 }).toFile(target)
          if (tried.size <= maxChatPhotoBytes) return tried
        }
      }
      throw new Error('a chat picture is too large at the lowest quality')
    })
    const file = { name: 'photo.webp', path: target, contentType: 'image/webp', bytes: output.size }
    return { width: output.width, height: output.height, files: [file] }
  })
}

/** Makes one JPEG of a document, large enough to read. */
export async function makeDocumentImage(path: string, folder: string, minPx: number): Promise<ProcessedImage> {
  return await limitImages(async () => {
    const { image, isWhole } = await openImage(path, minPx)
    const target = join(folder, 'document.jpg')
    const output = await convert(isWhole, () =>
      image
        .resize({ width: maxDocumentPx, height: maxDocumentPx, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 82, mozjpeg: true })
        .toFile(target),
    )
    const file = { name: 'document.jpg', path: target, contentType: 'image/jpeg', bytes: output.size }
    return { width: output.width, height: output.height, files: [file] }
  })
}

let fontFile: Promise<string> | undefined
/** A font for marks, as a file, because a server may have none. */
async function markFont(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mentorsetu-font-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'mark.ttf'), await trueTypeFont('latin', 400))
  return join(folder, 'mark.ttf')
}

/** Writes a line of text across a document's picture, three times. Letters must be Latin. */
export async function markPicture(bytes: Buffer, text: string): Promise<Buffer> {
  fontFile ??= markFont()
  const fontfile = await fontFile
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(bytes).metadata()
    const markup = `<span foreground="#7a1a1a" alpha="45%">${text.replace(/[<>&]/g, ' ')}</span>`
    const line = await sharp({
      text: {
        text: markup,
        font: 'Mukta',
        fontfile,
        rgba: true,
        width: Math.round(width * 0.8),
        height: Math.round(height / 12),
      },
    })
      .png()
      .toBuffer()
    const marks = [0.15, 0.45, 0.75].map((part) => ({
      input: line,
      left: Math.round(width * 0.08),
      top: Math.round(height * part),
    }))
    return await sharp(bytes).composite(marks).jpeg({ quality: 85 }).toBuffer()
  })
}

/** A part of a picture, in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** The four directions of a picture, in degrees clockwise. */
export const directions = [0, 90, 180, 270] as const
type Direction = (typeof directions)[number]
/** Copies of a picture for reading, one for each of `directions`. `scale` is copy to original; sizes are the first one's. */
type TurnedCopies = { paths: string[]; scale: number; width: number; height: number }

const readingPx = 1600

/** Writes copies of a picture for reading to `folder`. */
export async function turnedCopies(path: string, folder: string): Promise<TurnedCopies> {
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(path).metadata()
    const scale = Math.min(1, readingPx / Math.max(width, height))
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
    const small = await sharp(path).resize(size).toBuffer()
    const paths: string[] = []
    for (const degrees of directions) {
      const copy = join(folder, `${basename(path)}-${degrees}.jpg`)
      await sharp(small).rotate(degrees).jpeg({ quality: 90 }).toFile(copy)
      paths.push(copy)
    }
    return { paths, scale, ...size }
  })
}

/** Writes pixels in grey, a byte each, as a JPEG beside their file, and returns its path. */
export async function pictureOfGrey({
  path,
  width,
  height,
}: {
  path: string
  width: number
  height: number
}): Promise<string> {
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const raw = { width, height, channels: 1 as const }
    await sharp(await readFile(path), { raw })
      .jpeg({ quality: 90 })
      .toFile(`${path}.jpg`)
    return `${path}.jpg`
  })
}

/** A box of a turned copy, in pixels of the upright one, whose size is given. */
export function turnBack(
  { left, top, right, bottom }: Box,
  degrees: Direction,
  size: { width: number; height: number },
): Box {
  const { width, height } = size
  switch (degrees) {
    case 0:
      return { left, top, right, bottom }
    case 90:
      return { left: top, right: bottom, top: height - right, bottom: height - left }
    case 180:
      return { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
    case 270:
      return { left: width - bottom, right: width - top, top: left, bottom: right }
  }
}

/** Writes a document's picture to `target`, with black over the boxes, which are in pixels of a copy of that scale, and turned. */
export async function coverBoxes(
  path: string,
  target: string,
  { degrees, scale, boxes }: { degrees: Direction; scale: number; boxes: readonly Box[] },
): Promise<ProcessedImage> {
  return await limitImages(async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(path).metadata()
    const covers = boxes.map(({ left, top, right, bottom }) => {
      // Some more than the digits, because the reader's boxes are tight.
      const margin = Math.min(bottom - top, right - left) * 0.2
      const x = Math.max(0, (left - margin) / scale)
      const y = Math.max(0, (top - margin) / scale)
      const input = {
        create: {
          width: Math.max(1, Math.round(Math.min((right + margin) / scale, width) - x)),
          height: Math.max(1, Math.round(Math.min((bottom + margin) / scale, height) - y)),
          channels: 3 as const,
          background: '#000000',
        },
      }
      return { input, left: Math.floor(x), top: Math.floor(y) }
    })
    const covered = await sharp(path).composite(covers).toBuffer()
    const output = await sharp(covered).rotate(degrees).jpeg({ quality: 82, mozjpeg: true }).toFile(target)
    const file = { name: 'document.jpg', path: target, contentType: 'image/jpeg', bytes: output.size }
    return { width: output.width, height: output.height, files: [file] }
  })
}
