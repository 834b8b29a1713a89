import { type Box, boxWithin } from './iso-boxes.ts'
import { broken, type VideoFile } from './video-file.ts'

// A sample for every frame of an hour needs less.
const maxTableBytes = 1024 ** 2

/** Overwrites the samples of a track, which are interleaved with picture and sound. */
export async function blankSamples(file: VideoFile, track: Box): Promise<void> {
  const samples = await boxWithin(file, track, 'mdia', 'minf', 'stbl')
  if (!samples) throw broken()
  const table = async (name: string) => {
    const box = await boxWithin(file, samples, name)
    if (!box) return null
    if (box.end - box.body > maxTableBytes) throw broken()
    return Buffer.from(await file.read(box.body, box.end - box.body))
  }
  const sizes = await table('stsz')
  const perChunk = await table('stsc')
  const short = await table('stco')
  const long = await table('co64')
  const offsets = short ?? long
  if (!sizes || !perChunk || !offsets) throw broken()
  const width = short ? 4 : 8
  const commonSize = number(sizes, 4)
  let sample = 0
  let row = 0
  for (let chunk = 0; chunk < number(offsets, 4); chunk++) {
    // `stsc` rows are first chunk (from 1), samples per chunk, description index; each applies until the next row.
    while (row + 1 < number(perChunk, 4) && number(perChunk, 8 + (row + 1) * 12) <= chunk + 1) row++
    const count = number(perChunk, 12 + row * 12)
    let length = commonSize * count
    for (const end = sample + count; commonSize === 0 && sample < end; sample++)
      length += number(sizes, 12 + sample * 4)
    if (length > 0) file.blank({ at: number(offsets, 8 + chunk * width, width), length })
  }
}

/** A big-endian number in a table. Throws `file-broken` beyond its end. */
function number(table: Buffer, at: number, width = 4): number {
  if (at + width > table.length) throw broken()
  return width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at))
}
