import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { type Config, StartError } from '#server/config.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `/metrics` for Prometheus on an address of its own, with the figures of Node added: event loop, memory, CPU.
 * @throws StartError naming METRICS_PORT or METRICS_HOST
 */
export async function serveMetrics(at: NonNullable<Config['metrics']>, { registry }: Metrics): Promise<Server> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, reply) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      reply.writeHead(404).end('Only GET /metrics\n')
      return
    }
    registry.metrics().then(
      (text) => reply.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => reply.writeHead(500).end('The metrics could not be read\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: at.port, host: at.host, exclusive: true }, resolve)
  }).catch((error: Error) => {
    throw new StartError(`METRICS_PORT ${at.port} on METRICS_HOST ${at.host} cannot be used: ${error.message}.`)
  })
  return server
}
