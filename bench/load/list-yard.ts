import fastify from 'fastify'
import pg from 'pg'

/**
 * Baseline: a bare route that answers the same question with one hand-written query for the same cards, without total,
 * parsing of the query or access rules. Arguments: port and database.
 */
const [port, connectionString = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })
const app = fastify({ logger: false })
const text = `
  with found as materialized (
    select e.mentor_id, e.lane % 100 as ranking, e.pos <-> search_point($3, $4) as d, e.pos <-> search_point($3, $4) <= e.reach as near, e.rating10
    from search_entry e where e.key = (search_tag($1)::bigint << 32) + search_tag($2) and e.home between 1 and $5
    order by not e.pos <-> search_point($3, $4) <= e.reach, e.lane % 100, e.pos <-> search_point($3, $4), e.rating10 desc, e.mentor_id limit 20)
  select c.card::text as card, f.d, f.near from found f join mentor_card c using (mentor_id) order by not f.near, f.ranking, f.d, f.rating10 desc, f.mentor_id`
app.get<{ Querystring: Record<string, string> }>('/list', async ({ query: { place, key, lat, lon, max } }, reply) => {
  const { rows } = await pool.query({ name: 'list', text, values: [place, key, lat, lon, max] })
  const cards = rows.map(
    ({ card, d, near }) => `${card.slice(0, -1)},"distance":${Math.round(d * 10) / 10},"inRange":${near}}`,
  )
  return reply.type('application/json; charset=utf-8').send(`{"data":[${cards.join()}]}`)
})
app.get('/ready', async () => 'ready')
await app.listen({ port: Number(port), host: '127.0.0.1' })
