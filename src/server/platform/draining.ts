import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Counts a server's requests in progress. After `ending` each reply closes its connection, so that clients and proxies
 * take another one.
 * @returns stops listening, and resolves when no request is in progress any more
 */
export function countRequests(server: Server, ending: AbortSignal): () => Promise<void> {
  let inProgress = 0
  server.prependListener('request', (request, reply) => {
    if (ending.aborted) reply.shouldKeepAlive = false
    inProgress++
    const { socket } = request
    // A pipelined reply has no connection yet, and hears nothing of its end.
    const done = () => {
      reply.off('close', done)
      socket.off('close', done)
      if (--inProgress === 0) server.emit('idle')
    }
    reply.once('close', done)
    socket.once('close', done)
  })
  return async () => {
    // Without a callback: it would wait for websockets too, which end later.
    server.close()
    if (inProgress > 0) await once(server, 'idle')
  }
}
