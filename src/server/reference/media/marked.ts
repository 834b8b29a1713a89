import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transliterate } from '#server/platform/transliterate.ts'
import type { StoredFile } from '#server/providers/storage/file-store.ts'
import { markPicture } from './images.ts'
import { markPdf } from './pdf.ts'
import type { MediaRow } from './queries.ts'

const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** A document with the name of who opened it, and when, across its pages. The name is in Latin letters, for the PDF's font. */
export async function marked(file: StoredFile, row: MediaRow, name: string): Promise<Buffer> {
  const latin = name.split(' ').map(transliterate).join(' ')
  const text = `${latin} · ${time.format(new Date())} · MentorSetu`.replace(/[^\x20-\x7e·]/g, ' ')
  const bytes = Buffer.concat(await file.body.toArray())
  if (row.contentType.startsWith('image/')) return await markPicture(bytes, text)
  const folder = await mkdtemp(join(tmpdir(), 'mentorsetu-document-'))
  try {
    const path = join(folder, 'document.pdf')
    const target = join(folder, 'marked.pdf')
    await writeFile(path, bytes, { mode: 0o600 })
    await markPdf(path, target, text)
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
