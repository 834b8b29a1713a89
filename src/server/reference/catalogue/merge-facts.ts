import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>
type Pair = { from: string; into: string }
type Counts = { mentors: number; both: number; learners: number; drafts: number }

const count = (from: RawBuilder<unknown>) => sql`(select count(*)::int from ${from})`
const other = ({ from, into }: Pair, column: RawBuilder<unknown>) =>
  sql`case when ${column} = ${from} then ${into} else ${column} end`
const draftBoards = sql`a.answers #> '{preferences,boards}'`
const twelfth = ['education', 'twelfthBoard']
const degrees = ['graduation', 'postGraduation'].map((one) => ['education', one, 'degree'])
const draftHas = (path: readonly string[], word: string) => sql`a.answers #>> ${[...path]}::text[] = ${word}`
const draftHasBoard = (word: string) =>
  sql`(jsonb_typeof(${draftBoards}) = 'array' and ${draftBoards} @> to_jsonb(array[${word}::text]))`

/** What names a board: mentors twice, learners, and application forms. `move` answers which mentors. */
const board = {
  count: async (db: Db, { from, into }: Pair): Promise<Counts> => {
    const { rows } = await sql<Counts>`
      select ${count(sql`mentor m where ${from} = any(m.boards) or m.twelfth_board = ${from}`)} as mentors,
        ${count(sql`mentor m where m.boards @> array[${from}, ${into}]::text[]`)} as both,
        ${count(sql`learner l where l.board = ${from}`)} as learners,
        ${count(sql`application a where ${draftHas(twelfth, from)} or ${draftHasBoard(from)}`)} as drafts`.execute(db)
    return rows[0] ?? { mentors: 0, both: 0, learners: 0, drafts: 0 }
  },
  move: async (tx: Tx, pair: Pair): Promise<string[]> => {
    const { from, into } = pair
    const { rows } = await sql<{ id: string }>`update mentor m set twelfth_board = ${other(pair, sql`m.twelfth_board`)},
        boards = array(select w.b from (select ${other(pair, sql`u.b`)} as b, u.n from unnest(m.boards) with ordinality as u(b, n)) as w
          group by w.b order by min(w.n))
      where ${from} = any(m.boards) or m.twelfth_board = ${from} returning m.id`.execute(tx)
    await sql`update learner set board = ${into} where board = ${from}`.execute(tx)
    await moveDrafts(tx, twelfth, pair)
    await sql`update application a set answers = jsonb_set(a.answers, '{preferences,boards}',
        (select jsonb_agg(w.b order by w.n) from (select ${other({ from: JSON.stringify(from), into: JSON.stringify(into) }, sql`u.b::text`)}::jsonb as b, min(u.n) as n
          from jsonb_array_elements(${draftBoards}) with ordinality as u(b, n) group by 1) as w))
      where ${draftHasBoard(from)}`.execute(tx)
    return rows.map(({ id }) => id)
  },
}

/** What names a degree: mentors, and application forms. */
const degree = {
  count: async (db: Db, { from, into }: Pair): Promise<Counts> => {
    const has = (word: string) => sql`(m.graduation_degree = ${word} or m.postgraduation_degree = ${word})`
    const { rows } = await sql<Counts>`
      select ${count(sql`mentor m where ${has(from)}`)} as mentors, ${count(sql`mentor m where ${has(from)} and ${has(into)}`)} as both, 0 as learners,
        ${count(
          sql`application a where ${sql.join(
            degrees.map((path) => draftHas(path, from)),
            sql` or `,
          )}`,
        )} as drafts`.execute(db)
    return rows[0] ?? { mentors: 0, both: 0, learners: 0, drafts: 0 }
  },
  move: async (tx: Tx, pair: Pair): Promise<string[]> => {
    const { from } = pair
    const { rows } = await sql<{
      id: string
    }>`update mentor m set graduation_degree = ${other(pair, sql`m.graduation_degree`)}, postgraduation_degree = ${other(pair, sql`m.postgraduation_degree`)}
      where m.graduation_degree = ${from} or m.postgraduation_degree = ${from} returning m.id`.execute(tx)
    for (const path of degrees) await moveDrafts(tx, path, pair)
    return rows.map(({ id }) => id)
  },
}

const moveDrafts = (tx: Tx, path: readonly string[], { from, into }: Pair) =>
  sql`update application a set answers = jsonb_set(a.answers, ${[...path]}::text[], to_jsonb(${into}::text)) where ${draftHas(path, from)}`.execute(
    tx,
  )

/** Boards and degrees are facts of people, named by their key alone. */
export const facts = { board, degree }
