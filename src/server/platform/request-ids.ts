import { randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { noTracing, type Span, type Tracing } from './spans.ts'
import { traceOf, type WorkIds, withWorkIds, workIds } from './work-ids.ts'

/** Whether a request was made in memory: then it is no message of a socket. */
export const isInMemory = (raw: object): boolean => !(raw instanceof IncomingMessage)

/** Ids of proxies are short and of one word, so that nothing else reaches the log. */
const shortToken = /^[\w.:-]{8,64}$/
/** W3C Trace Context, https://www.w3.org/TR/trace-context/#traceparent-header */
const traceHeader = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/

const networks: Record<string, [string, number][]> = {
  loopback: [
    ['127.0.0.0', 8],
    ['::1', 128],
  ],
  linklocal: [
    ['169.254.0.0', 16],
    ['fe80::', 10],
  ],
  uniquelocal: [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7],
  ],
}
const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address is one of the proxies of TRUST_PROXY. */
function proxyCheck(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false
  const list = new BlockList()
  for (const part of trusted) {
    const [address = '', bits] = part.split('/')
    const widest = isIPv6(address) ? 128 : 32
    for (const [network, length] of networks[part] ?? [[address, Number(bits ?? widest)] as const])
      list.addSubnet(network, length, family(network))
  }
  return (address) => list.check(address, family(address))
}

/** The address behind the proxies of TRUST_PROXY, for requests that do not reach Fastify, which has `request.ip`. */
export function clientAddress(trusted: readonly string[]): (raw: IncomingMessage) => string {
  const isProxy = proxyCheck(trusted)
  return ({ socket, headers }) => {
    const hops = String(headers['x-forwarded-for'] ?? '').split(/ *, */)
    let address = socket.remoteAddress ?? ''
    for (let next = hops.pop(); next && isIP(address) && isProxy(address); next = hops.pop()) address = next
    return address
  }
}

/**
 * Ids of a request: those of a trusted proxy (`x-request-id`, else the trace of `traceparent`), those of the page that asks in
 * memory, or a new one.
 */
export function requestIds(trusted: readonly string[]) {
  const isProxy = proxyCheck(trusted)
  const idsOf = new WeakMap<IncomingMessage, WorkIds & { requestId: string }>()

  function read(raw: IncomingMessage): WorkIds & { requestId: string } {
    const { requestId, traceparent } = workIds()
    if (isInMemory(raw) && (requestId || traceparent)) return { requestId: requestId ?? randomUUID(), traceparent }
    if (!isProxy(raw.socket.remoteAddress ?? '')) return { requestId: randomUUID() }
    const given = [raw.headers['x-request-id']].flat()[0] ?? ''
    const trace = traceHeader.exec([raw.headers.traceparent].flat()[0] ?? '')?.[0]
    return { requestId: shortToken.test(given) ? given : trace ? traceOf(trace) : randomUUID(), traceparent: trace }
  }

  return {
    /** For `genReqId`. */
    idOf(raw: IncomingMessage): string {
      const ids = read(raw)
      idsOf.set(raw, ids)
      return ids.requestId
    },
    /** Runs each request under its ids, and all but those of files and health checks in a span. */
    follow(app: FastifyInstance, tracing: Tracing = noTracing): void {
      const spans = new WeakMap<IncomingMessage, Span>()
      app.addHook('onRequest', ({ id, raw, method, routeOptions: { url: route = 'none' } }, _, done) => {
        const ids = idsOf.get(raw) ?? { requestId: id }
        withWorkIds(ids, () => {
          const attributes = { 'http.request.method': method, 'http.route': route, 'mentorsetu.request_id': id }
          const kind = isInMemory(raw) ? 'page' : 'request'
          const span = /^\/(?:assets|health)\//.test(route)
            ? null
            : tracing.start(`${method} ${route}`, kind, attributes)
          if (!span) return done()
          spans.set(raw, span)
          withWorkIds({ ...ids, traceparent: span.traceparent }, done)
        })
      })
      app.addHook('onResponse', async ({ raw }, { statusCode: status }) => {
        spans.get(raw)?.end({ attributes: { 'http.response.status_code': status }, isFailed: status >= 500 })
      })
    },
  }
}
