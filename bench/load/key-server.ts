import fastify from 'fastify'
import pg from 'pg'

/** Baseline: a row by primary key with a prepared statement, as JSON. Arguments: port and database. */
const [port, connectionString = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const app = fastify({ logger: false })
app.get<{ Params: { id: string } }>('/mentor/:id', async (request) => {
  const text = 'select id, slug, full_name, city, area, rating from mentor where id = $1'
  const { rows } = await pool.query({ name: 'by-id', text, values: [request.params.id] })
  return rows[0]
})
app.get('/ready', async () => 'ready')
await app.listen({ port: Number(port), host: '127.0.0.1' })
