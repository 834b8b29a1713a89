import { broken, type VideoFile } from './video-file.ts'

/** A box of an ISO container (ISO/IEC 14496-12). Byte offsets: header at `at`, content from `body` to before `end`. */
export type Box = { name: string; at: number; body: number; end: number }

/** The direct children of a box, in order. Throws `file-broken` for one that exceeds its parent. */
export async function* boxesIn(file: VideoFile, { body: from, end }: Pick<Box, 'body' | 'end'>): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= end; ) {
    const head = await file.read(at, 8)
    const name = head.toString('latin1', 4)
    const short = head.readUInt32BE()
    // 1: the length follows in 8 bytes; 0: the box reaches to the end of the file.
    const body = at + (short === 1 ? 16 : 8)
    const length =
      short === 1 ? Number((await file.read(at + 8, 8)).readBigUInt64BE()) : short === 0 ? file.size - at : short
    if (at + length < body || at + length > end) throw broken()
    yield { name, at, body, end: at + length }
    at += length
  }
}

/** The first descendant of a box at a path of box names. */
export async function boxWithin(file: VideoFile, within: Box, ...path: string[]): Promise<Box | null> {
  const [name, ...rest] = path
  if (name === undefined) return within
  for await (const box of boxesIn(file, within)) if (box.name === name) return await boxWithin(file, box, ...rest)
  return null
}
