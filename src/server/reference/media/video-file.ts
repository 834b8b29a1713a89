import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '#server/platform/errors.ts'

/** A byte range to overwrite: with `head`, if any, then with zeros. */
export type Span = { at: number; length: number; head?: Buffer }

/** A video on disk, read through a small window. */
export type VideoFile = {
  size: number
  /** Throws `file-broken` beyond the end of the file. */
  read(at: number, length: number): Promise<Buffer>
  /** Marks bytes to overwrite after the whole file has been parsed. */
  blank(span: Span): void
}

const windowBytes = 16 * 1024
// Limits for files made of tiny parts. Real files need some thousand reads and some tens of spans.
const maxReads = 3_000_000
const maxSpans = 100_000
const zeros = Buffer.alloc(64 * 1024)

export const broken = () => new AppError('file-broken')

/** Lets `look` parse a video, then overwrites the bytes it marked. Offsets and size stay the same. */
export async function editVideo(path: string, look: (file: VideoFile) => Promise<void>): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    const spans: Span[] = []
    let blankBytes = 0
    const blank = (span: Span) => {
      blankBytes += span.length
      if (spans.push(span) > maxSpans || span.at + span.length > size || blankBytes > size) throw broken()
    }
    await look({ size, read: reader(handle, size), blank })
    for (const span of spans) await overwrite(handle, span)
  } finally {
    await handle.close()
  }
}

function reader(handle: FileHandle, size: number): VideoFile['read'] {
  let start = 0
  let window = Buffer.alloc(0)
  let reads = 0
  return async (at, length) => {
    if (at + length > size || ++reads > maxReads) throw broken()
    if (at < start || at + length > start + window.length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(length, windowBytes)), { position: at })
      if (bytesRead < length) throw broken()
      start = at
      window = buffer.subarray(0, bytesRead)
    }
    return window.subarray(at - start, at - start + length)
  }
}

async function overwrite(handle: FileHandle, { at, length, head }: Span): Promise<void> {
  if (head) await handle.write(head, { position: at })
  const end = at + length
  for (let from = at + (head?.length ?? 0); from < end; from += zeros.length) {
    await handle.write(zeros, { length: Math.min(zeros.length, end - from), position: from })
  }
}
