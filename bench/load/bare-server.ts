import { readFileSync } from 'node:fs'
import fastify from 'fastify'

/** Baseline: Fastify serving `/json` and `/page` from memory. Arguments: port and two files. */
const [port, json = '', page = ''] = process.argv.slice(2)
const bodies = { json: readFileSync(json), page: readFileSync(page) }

const app = fastify({ logger: false })
app.get('/json', (_, reply) => reply.type('application/json; charset=utf-8').send(bodies.json))
app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(bodies.page))
await app.listen({ port: Number(port), host: '127.0.0.1' })
