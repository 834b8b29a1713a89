import { broken, type VideoFile } from './video-file.ts'

/** An EBML element (RFC 8794). `end` is null for an unknown size, as live recorders write. */
type Element = { id: number; at: number; body: number; end: number | null }

const ids = { head: 0x1a45dfa3, docType: 0x4282, segment: 0x18538067, cluster: 0x1f43b675, tracks: 0x1654ae6b } as const
const seekHead = 0x114d9b74
const info = 0x1549a966
const cues = 0x1c53bb6b
const chapters = 0x1043a770
/** Segment children a player needs. The others are tags, attachments, padding and checksums. */
const keptElements = new Set<number>([ids.cluster, ids.tracks, seekHead, info, cues, chapters])
const tags = 0x1254c367
const attachments = 0x1941a469
const outermost = new Set<number>([...keptElements, tags, attachments])
const maxHeadBytes = 4096

/** A variable-size integer; leading zero bits tell its width. With `isId`, the marker bit is part of the value. */
function numberAt(bytes: Buffer, at: number, isId: boolean): { value: number; width: number; isUnknown: boolean } {
  const first = bytes[at] ?? 0
  const width = Math.clz32(first) - 23
  if (width > (isId ? 4 : 8) || at + width > bytes.length) throw broken()
  const bits = isId ? first : first & (0xff >> width)
  let value = bits
  for (const byte of bytes.subarray(at + 1, at + width)) value = value * 256 + byte
  return { value, width, isUnknown: !isId && value === 2 ** (7 * width) - 1 }
}

async function elementAt(file: VideoFile, at: number, end: number): Promise<Element> {
  const bytes = await file.read(at, Math.min(12, end - at))
  const id = numberAt(bytes, 0, true)
  const length = numberAt(bytes, id.width, false)
  const body = at + id.width + length.width
  if (!length.isUnknown && body + length.value > end) throw broken()
  return { id: id.value, at, body, end: length.isUnknown ? null : body + length.value }
}

/** Removes all metadata from WebM but what playback needs. Throws `file-broken` if the file can't be parsed. */
export async function cleanWebm(file: VideoFile): Promise<void> {
  const head = await elementAt(file, 0, file.size)
  if (
    head.id !== ids.head ||
    head.end === null ||
    head.end > maxHeadBytes ||
    !(await isWebm(file, head.body, head.end))
  )
    throw broken()
  const segment = await elementAt(file, head.end, file.size)
  if (segment.id !== ids.segment) throw broken()
  const end = segment.end ?? file.size
  const found = new Set<number>()
  for (let at = segment.body; at < end; ) {
    const element = await elementAt(file, at, end)
    found.add(element.id)
    if (!keptElements.has(element.id)) at = blank(file, element)
    else if (element.id === ids.cluster) at = element.end ?? (await endOfCluster(file, element.body, end))
    else if (element.end === null) throw broken()
    else at = element.end
  }
  for (let at = end; at < file.size; ) at = blank(file, await elementAt(file, at, file.size))
  if (!found.has(ids.tracks) || !found.has(ids.cluster)) throw broken()
}

async function isWebm(file: VideoFile, from: number, end: number): Promise<boolean> {
  for (let at = from; at < end; ) {
    const element = await elementAt(file, at, end)
    if (element.end === null) throw broken()
    const text =
      element.id === ids.docType && (await file.read(element.body, element.end - element.body)).toString('latin1')
    if (text) return text.replace(/\0+$/, '') === 'webm'
    at = element.end
  }
  return false
}

/** A cluster of unknown size ends where an element begins that can't be in a cluster. */
async function endOfCluster(file: VideoFile, from: number, end: number): Promise<number> {
  for (let at = from; at < end; ) {
    const element = await elementAt(file, at, end)
    if (outermost.has(element.id)) return at
    if (element.end === null) throw broken()
    at = element.end
  }
  return end
}

/** Turns an element into a `Void` element, which players skip, and returns its end. */
function blank(file: VideoFile, { at, end }: Element): number {
  if (end === null) throw broken()
  const length = end - at
  const head = length < 128 ? Buffer.from([0xec, 0x80 | (length - 2)]) : Buffer.alloc(9)
  if (head.length === 9) {
    head.writeUInt8(0xec)
    head.writeUInt16BE(0x0100, 1)
    head.writeUIntBE(length - 9, 3, 6)
  }
  file.blank({ at, length, head })
  return end
}
