import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a fake gateway receives it. */
export type GatewayCall = {
  method: string
  url: URL
  headers: Record<string, string | undefined>
  body: ReturnType<typeof JSON.parse>
}
/** Its reply; a string body is sent as it is. */
export type GatewayReply = { status: number; body: unknown; headers?: Record<string, string> }
type Handle = (call: GatewayCall) => GatewayReply | Promise<GatewayReply>

type When = 'before' | 'after'
/**
 * A fault for the next matching call: another reply, no reply, a dropped connection (before or after the work), or an
 * altered reply.
 */
export type Fault = { reply: GatewayReply } | { hangs: When } | { cuts: When } | { lies: (text: string) => string }

const textOf = ({ body }: GatewayReply) => (typeof body === 'string' ? body : JSON.stringify(body))

/** A gateway that can be made to fail: records calls and applies planned faults. */
export function withFaults(handle: Handle) {
  const calls: string[] = []
  const faults: { call: string; fault: Fault }[] = []
  async function answer(request: GatewayCall): Promise<GatewayReply | 'nothing' | 'cut'> {
    const call = `${request.method} ${request.url.pathname}`
    calls.push(call)
    const at = faults.findIndex((planned) => call.startsWith(planned.call))
    const fault = at < 0 ? null : faults.splice(at, 1)[0]?.fault
    if (fault && 'reply' in fault) return fault.reply
    if (fault && 'hangs' in fault && fault.hangs === 'before') return 'nothing'
    if (fault && 'cuts' in fault && fault.cuts === 'before') return 'cut'
    const reply = await handle(request)
    if (fault && 'hangs' in fault) return 'nothing'
    if (fault && 'cuts' in fault) return 'cut'
    return fault ? { ...reply, body: fault.lies(textOf(reply)) } : reply
  }
  return {
    answer,
    /** Number of calls so far that start with this, such as `POST /orders`. */
    count: (prefix: string) => calls.filter((call) => call.startsWith(prefix)).length,
    /** Number of planned faults that have not been used. */
    unmet: () => faults.length,
    /** Drops planned faults. */
    forgetFaults: () => void faults.splice(0),
    /** Plans a fault for the next call that starts with this. */
    plan: (call: string, fault: Fault) => void faults.push({ call, fault }),
  }
}
export type FaultyGateway = ReturnType<typeof withFaults>

const parseBody = (text: string) => (text === '' ? undefined : JSON.parse(text))

/** Serves the gateway on a local port. */
export async function serve({ answer }: FaultyGateway) {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const reply = await answer({
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://x'),
      headers: request.headers as Record<string, string>, // safe: we send no header twice
      body: parseBody(text),
    })
    if (reply === 'cut') request.socket.destroy()
    else if (reply !== 'nothing') {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(textOf(reply))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** The gateway in memory, called like `fetch`. */
export const inMemory =
  ({ answer }: FaultyGateway) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const reply = await answer({
      method: init.method ?? '',
      url: new URL(path, 'http://x'),
      headers: Object.fromEntries(new Headers(init.headers).entries()),
      body: parseBody(String(init.body ?? '')),
    })
    if (reply === 'cut') throw new TypeError('fetch failed')
    if (reply !== 'nothing')
      return new Response(textOf(reply), { status: reply.status, ...(reply.headers ? { headers: reply.headers } : {}) })
    return await new Promise((_, fail) => init.signal?.addEventListener('abort', () => fail(init.signal?.reason)))
  }
