import { ERR_INVALID_PASSWORD, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { eKycBytes } from '#contract/mentors/e-kyc.ts'

/** Collects at most `max` bytes, whatever size the archive states. */
export function collect(max: number) {
  const parts: Uint8Array[] = []
  let bytes = 0
  const stream = new WritableStream<Uint8Array>({
    write(part) {
      bytes += part.length
      if (bytes > max) throw new Error('more than the limit')
      parts.push(part)
    },
  })
  return { stream, text: () => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) }
}

/**
 * The text of the only file of an archive encrypted with a share code, by ZipCrypto or AES.
 * @returns `code` for a wrong share code and `file` for any other archive
 */
export async function readArchive(archive: Buffer, shareCode: string): Promise<{ text: string } | 'code' | 'file'> {
  if (archive.length > eKycBytes.archive) return 'file'
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false, strictness: 'strict' })
  try {
    const entries = reader.getEntriesGenerator()
    const { value: entry } = await entries.next()
    if (!entry || entry === true || entry.directory || !entry.encrypted || entry.uncompressedSize > eKycBytes.xml)
      return 'file'
    if (!(await entries.next()).done) return 'file'
    const { stream, text } = collect(eKycBytes.xml)
    await entry.getData(stream, { password: shareCode, checkSignature: true })
    return { text: text() }
  } catch (error) {
    return error instanceof Error && error.message === ERR_INVALID_PASSWORD ? 'code' : 'file'
  } finally {
    await reader.close()
  }
}
