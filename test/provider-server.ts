import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as received. */
export type ReceivedRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
/** A reply (a string is sent as it is, anything else as JSON), no reply, or a dropped connection. */
export type ProviderReply = { status?: number; headers?: Record<string, string>; body: unknown } | 'hang' | 'drop'

/** A scripted provider on loopback. */
export async function startProvider(answer: (received: ReceivedRequest) => ProviderReply) {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const url = new URL(request.url ?? '/', 'http://provider')
    const received = { method: request.method ?? '', url, headers: request.headers, body }
    seen.push(received)
    const reply = answer(received)
    if (reply === 'hang') return
    if (reply === 'drop') return request.socket.destroy()
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
