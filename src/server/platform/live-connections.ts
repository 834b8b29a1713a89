import type { IncomingMessage } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import type { Server, Socket } from 'socket.io'
import { type Config, isLoopback } from '#server/config.ts'
import { isSameOrigin } from './guards.ts'
import { createLimits } from './limiter.ts'
import type { SharedRedis } from './redis.ts'
import { clientAddress } from './request-ids.ts'

/** Connections one address may open in a minute. */
const connectionsPerMinute = 600
/** Requests to join on one connection; our pages send one. Each reads the session. */
const maxJoins = 3

type Done = (error: null, isAdmitted: boolean) => void

/** Socket.IO's `allowRequest`: admits connections of our pages and of clients other than browsers, up to a limit of each address. */
export function admitConnections(config: Config, redis: SharedRedis | null) {
  const addressOf = clientAddress(config.trustProxy)
  const opened = createLimits(redis)('live-open', { points: connectionsPerMinute, seconds: 60 })
  return (request: IncomingMessage, done: Done): void => {
    const address = addressOf(request)
    if (!isSameOrigin(config, request.headers)) done(null, false)
    // As for reads: behind a proxy that is not in TRUST_PROXY, all visitors have this address.
    else if (isLoopback(address)) done(null, true)
    else
      opened.take(normalizeIP(address)).then(
        (waitMs) => done(null, waitMs === 0),
        () => done(null, true),
      )
  }
}

/** Closes connections that ask to join too often: Socket.IO starts a socket each time until one has joined. */
export function limitJoins(io: Server): void {
  io.engine.on('connection', (connection: Socket['conn']) => {
    let joins = 0
    connection.on('data', (packet) => {
      if (String(packet).startsWith('0') && ++joins > maxJoins) connection.close(true)
    })
  })
}
