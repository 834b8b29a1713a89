import { createServer } from 'node:net'

/** The harmless file that every scanner reports; in two halves, so that none reports this one. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`

/** A clamd that knows one virus. `received` lists the lengths of the files it was sent. */
export async function startClamd() {
  const received: number[] = []
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part])
      const chunks: Buffer[] = []
      const command = 'zINSTREAM\0'.length
      for (let at = command; at + 4 <= bytes.length; ) {
        const length = bytes.readUInt32BE(at)
        if (length === 0) {
          const file = Buffer.concat(chunks)
          received.push(file.length)
          socket.end(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
          return
        }
        chunks.push(bytes.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number } // safe: listens on TCP
  return { port, received, stop: () => new Promise<void>((done) => server.close(() => done())) }
}
