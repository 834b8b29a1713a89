import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidField } from './errors.ts'

type JsonParser = (request: FastifyRequest, body: string, done: (error: Error | null, body?: unknown) => void) => void

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * Whether an object in a valid JSON text has a key twice, of which parsers keep one and filters may read the other. Linear time
 * only if the text is valid, so that every string ends.
 */
export function hasRepeatedKey(json: string): boolean {
  // One entry for each open object or array; arrays have no keys.
  const open: (Set<string> | null)[] = []
  let lastString = ''
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const keys = open.at(-1)
      const key = keyOf(lastString)
      if (keys?.has(key)) return true
      keys?.add(key)
    } else if (token !== ',') lastString = token
  }
  return false
}

/** `"na\u006de"` and `"name"` are the same key. */
function keyOf(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

/**
 * Has each connection look up its address at once: Node does so when it is first read, and cannot once the peer has reset the
 * connection. One that was reset before gets no reply anyway.
 */
export function keepAddresses({ server }: Pick<FastifyInstance, 'server'>): void {
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/** Refuses requests that two readers could understand differently: a second Host header, or a JSON key given twice. */
export function refuseAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw invalidField('Host', 'must be sent once')
  })
  const parse = app.getDefaultJsonParser('error', 'error') as JsonParser // safe: Fastify's own parser uses `done`
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    parse(request, body, (error, parsed) => {
      if (error === null && hasRepeatedKey(body)) done(invalidField('body', 'has a key twice'))
      else done(error, parsed)
    })
  })
}
