import { type Box, boxWithin } from './iso-boxes.ts'
import { broken, type VideoFile } from './video-file.ts'

// A reading at each frame of an hour needs less.
const tableBytesMost = 1024 ** 2

/** Overwrites what a track tells, piece by piece where it lies between picture and sound. */
export async function blankSamples(file: VideoFile, track: Box): Promise<void> {
  const samples = await boxWithin(file, track, 'mdia', 'minf', 'stbl')
  if (!samples) throw broken()
  const table = async (name: string) => {
    const box = await boxWithin(file, samples, name)
    if (!box) return null
    if (box.end - box.body > tableBytesMost) throw broken()
    return Buffer.from(await file.read(box.body, box.end - box.body))
  }
  const [sizes, perChunk, short, long] = [
    await table('stsz'),
    await table('stsc'),
    await table('stco'),
    await table('co64'),
  ]
  const offsets = short ?? long
  if (!sizes || !perChunk || !offsets) throw broken()
  const width = short ? 4 : 8
  const everySize = number(sizes, 4)
  let sample = 0
  let row = 0
  for (let chunk = 0; chunk < number(offsets, 4); chunk++) {
    // Rows of (first chunk, samples in each chunk from there on, their description), chunks counted from 1.
    while (row + 1 < number(perChunk, 4) && number(perChunk, 8 + (row + 1) * 12) <= chunk + 1) row++
    const count = number(perChunk, 12 + row * 12)
    let length = everySize * count
    for (const end = sample + count; everySize === 0 && sample < end; sample++) length += number(sizes, 12 + sample * 4)
    if (length > 0) file.blank({ at: number(offsets, 8 + chunk * width, width), length })
  }
}

/** A number of a table; what is missing from it makes the file a broken one. */
function number(table: Buffer, at: number, width = 4): number {
  if (at + width > table.length) throw broken()
  return width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at))
}
