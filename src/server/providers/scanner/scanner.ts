import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Config } from '#server/config.ts'

/** Looks for viruses in uploaded files. */
export type Scanner = {
  /** Whether the file at `path` is free of known viruses. @throws Error if the scanner does not answer within 30 seconds */
  isClean(path: string): Promise<boolean>
}

const answerMs = 30_000
const chunkBytes = 64 * 1024

/** The configured scanner; null for none. */
export const createScanner = ({ scanner }: Pick<Config, 'scanner'>): Scanner | null => (scanner ? clamd(scanner) : null)

/** clamd over TCP: the file is sent in chunks, each after its length, and a chunk of length zero ends it (`INSTREAM`). */
function clamd({ host, port }: { host: string; port: number }): Scanner {
  return {
    async isClean(path) {
      const socket = connect(port, host)
      socket.setTimeout(answerMs, () => socket.destroy(new Error('the virus scanner did not answer in time')))
      const answer = socket.toArray().then((parts) => Buffer.concat(parts).toString())
      answer.catch(() => {}) // thrown below, or by a write before it
      const write = (bytes: Buffer) =>
        new Promise<void>((done, fail) => socket.write(bytes, (error) => (error ? fail(error) : done())))
      const lengthOf = (bytes: number) => {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(bytes)
        return length
      }
      await write(Buffer.from('zINSTREAM\0'))
      for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>)
        await write(Buffer.concat([lengthOf(chunk.length), chunk]))
      await write(lengthOf(0))
      const text = await answer
      if (/^stream: OK\0?$/.test(text.trim())) return true
      if (/ FOUND\0?$/.test(text.trim())) return false
      throw new Error('the virus scanner gave an unknown answer')
    },
  }
}
