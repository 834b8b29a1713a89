import { type Box, boxesIn, boxWithin } from './iso-boxes.ts'
import { blankSamples } from './iso-samples.ts'
import { broken, type VideoFile } from './video-file.ts'

/**
 * Boxes a player needs, by parent box. All others may hold metadata such as the location: `udta`, `meta`, `uuid`, leftovers
 * in `free`, and boxes of camera makers.
 */
const keptBoxes: Record<string, ReadonlySet<string>> = {
  file: new Set('ftyp styp pdin moov moof mfra mdat imda sidx ssix prft wide'.split(' ')),
  moov: new Set('mvhd iods trak mvex'.split(' ')),
  trak: new Set('tkhd edts tref trgr tapt load mdia'.split(' ')),
}

/** Removes all metadata from MP4, MOV and 3GP but what playback needs. Throws `file-broken` if the file can't be parsed. */
export async function cleanIso(file: VideoFile): Promise<void> {
  const found = await clean(file, { name: 'file', at: 0, body: 0, end: file.size })
  if (!found.has('moov') || !(found.has('mdat') || found.has('moof'))) throw broken()
}

async function clean(file: VideoFile, within: Box): Promise<Set<string>> {
  const found = new Set<string>()
  let at = within.body
  for await (const box of boxesIn(file, within)) {
    found.add(box.name)
    if (!keptBoxes[within.name]?.has(box.name)) await free(file, box)
    else if (box.name === 'trak' && !(await isPictureOrSound(file, box))) {
      await blankSamples(file, box)
      await free(file, box)
    } else if (keptBoxes[box.name]) await clean(file, box)
    at = box.end
  }
  if (at < within.end) file.blank({ at, length: within.end - at }) // too few bytes for a box
  return found
}

/** False for metadata tracks, in which some cameras record the location several times a second. */
async function isPictureOrSound(file: VideoFile, track: Box): Promise<boolean> {
  const handler = await boxWithin(file, track, 'mdia', 'hdlr')
  if (!handler) throw broken()
  return ['vide', 'soun'].includes((await file.read(handler.body + 8, 4)).toString('latin1'))
}

/** Turns a box into a `free` box, which players skip. */
async function free(file: VideoFile, { at, body, end }: Box): Promise<void> {
  const head = Buffer.from(await file.read(at, body - at))
  head.write('free', 4, 'latin1')
  file.blank({ at, length: end - at, head })
}
