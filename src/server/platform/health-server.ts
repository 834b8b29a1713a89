import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { listenError } from './listening.ts'

const paths = ['/health/live', '/health/ready']

/**
 * Serves the health checks of `app` and nothing else, for a process that has no visitors.
 * @throws StartError naming PORT or HOST
 */
export async function serveHealth(app: FastifyInstance, at: { port: number; host: string }): Promise<Server> {
  const server = createServer((request, reply) => {
    const { method, url = '' } = request
    if (method !== 'GET' || !paths.includes(url)) {
      reply.writeHead(404).end(`Only GET ${paths.join(' and ')}\n`)
      return
    }
    app.inject(url).then(
      ({ statusCode, body }) => reply.writeHead(statusCode, { 'content-type': 'application/json' }).end(body),
      () => reply.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: at.port, host: at.host, exclusive: true }, resolve)
  }).catch((error: unknown) => {
    throw listenError(error, at.port, at.host)
  })
  return server
}
