import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '#server/platform/errors.ts'
import type { FileForm } from './content.ts'

const boxesMost = 10_000

/** Names of the outermost boxes of an ISO container (MP4, MOV, 3GP), as far as they fit into the file. */
async function boxesOf(handle: FileHandle, size: number): Promise<Set<string>> {
  const names = new Set<string>()
  const head = Buffer.alloc(16)
  for (let at = 0, count = 0; at + 8 <= size && count < boxesMost; count++) {
    await handle.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    // 1: the length follows in 8 bytes; 0: the box reaches to the end.
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) break
    names.add(head.toString('latin1', 4, 8))
    at += length
  }
  return names
}

/** Refuses a video that only begins like one: an ISO container must hold its index and what the index tells of. */
export async function checkVideo(path: string, form: FileForm): Promise<void> {
  if (form.format === 'webm') return
  const handle = await open(path)
  try {
    const boxes = await boxesOf(handle, (await handle.stat()).size)
    if (!boxes.has('moov') || !(boxes.has('mdat') || boxes.has('moof'))) throw new AppError('file-broken')
  } finally {
    await handle.close()
  }
}
