import { sql } from 'kysely'
import type { Person } from '../market.ts'
import type { Family } from '../people.ts'
import type { Sim } from '../sim.ts'

/** Tax law keeps what was printed; replies to repeated requests of others are kept for a week. */
const kept = ['receipt', 'commission_invoice', 'payout_account', 'idempotency']
const checkedUntil = new WeakMap<Sim, Set<string>>()

/** Nothing of somebody who was erased is readable in any column. Each is looked for once. */
export async function erasedFaults(sim: Sim): Promise<string[]> {
  const { market, people } = sim
  const done = checkedUntil.get(sim) ?? new Set<string>()
  checkedUntil.set(sim, done)
  const gone: Person[] = [...people.families, ...people.mentors].filter(
    ({ isErased, label }) => isErased && !done.has(label),
  )
  if (gone.length === 0) return []
  for (const { label } of gone) done.add(label)
  const words = gone.flatMap((one) => [
    one.phone,
    ...one.name.split(' '),
    ...((one as Partial<Family>).learnerName?.split(' ') ?? []),
  ])
  const pattern = words.filter(Boolean).join('|')
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    market.db,
  )
  const faults: string[] = []
  for (const { name } of tables.rows.filter((one) => !kept.includes(one.name))) {
    const { rows } = await sql<{ word: string; row: string }>`
      select substring(t.row from ${pattern}) as word, left(t.row, 300) as row from (select t::text as row from ${sql.table(name)} t offset 0) t
      where t.row ~ ${pattern} limit 3`.execute(market.db)
    for (const { word, row } of rows) faults.push(`${word} is still in ${name}: ${row}`)
  }
  return faults
}
