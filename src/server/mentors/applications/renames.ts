import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { type PlaceMatch, refersTo, type StoredName } from '#server/reference/places/places.ts'

type Pair = { from: string; into: string }

const renamed = ({ from, into }: Pair, column: RawBuilder<unknown>) =>
  sql`case when ${column} = ${from} then ${into} else ${column} end`
const draftBoards = sql`a.answers #> '{preferences,boards}'`
const twelfth = ['education', 'twelfthBoard']
const degrees = ['graduation', 'postGraduation'].map((one) => ['education', one, 'degree'])
const draftHas = (path: readonly string[], word: string) => sql`a.answers #>> ${[...path]}::text[] = ${word}`

const renameInDrafts = (tx: Transaction, path: readonly string[], { from, into }: Pair) =>
  sql`update application a set answers = jsonb_set(a.answers, ${[...path]}::text[], to_jsonb(${into}::text)) where ${draftHas(path, from)}`.execute(
    tx,
  )

/** Replaces a subject in mentors' offers. @returns the mentors */
export async function renameSubject(tx: Transaction, { from, into }: Pair): Promise<string[]> {
  await sql`insert into mentor_offer (mentor_id, level, grade_key, subject, rank)
    select mentor_id, level, grade_key, ${into}, rank from mentor_offer where subject = ${from} on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from mentor_offer where subject = ${from} returning mentor_id) select distinct mentor_id as id from gone`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Renames a board in mentors and drafts. @returns the mentors */
export async function renameBoard(tx: Transaction, pair: Pair): Promise<string[]> {
  const { from, into } = pair
  const { rows } = await sql<{ id: string }>`update mentor m set twelfth_board = ${renamed(pair, sql`m.twelfth_board`)},
      boards = array(select w.b from (select ${renamed(pair, sql`u.b`)} as b, u.n from unnest(m.boards) with ordinality as u(b, n)) as w
        group by w.b order by min(w.n))
    where ${from} = any(m.boards) or m.twelfth_board = ${from} returning m.id`.execute(tx)
  await renameInDrafts(tx, twelfth, pair)
  await sql`update application a set answers = jsonb_set(a.answers, '{preferences,boards}',
      (select jsonb_agg(w.b order by w.n) from (select ${renamed({ from: JSON.stringify(from), into: JSON.stringify(into) }, sql`u.b::text`)}::jsonb as b, min(u.n) as n
        from jsonb_array_elements(${draftBoards}) with ordinality as u(b, n) group by 1) as w))
    where jsonb_typeof(${draftBoards}) = 'array' and ${draftBoards} @> to_jsonb(array[${from}::text])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Renames a degree in mentors and drafts. @returns the mentors */
export async function renameDegree(tx: Transaction, pair: Pair): Promise<string[]> {
  const { from } = pair
  const { rows } = await sql<{
    id: string
  }>`update mentor m set graduation_degree = ${renamed(pair, sql`m.graduation_degree`)},
      postgraduation_degree = ${renamed(pair, sql`m.postgraduation_degree`)}
    where m.graduation_degree = ${from} or m.postgraduation_degree = ${from} returning m.id`.execute(tx)
  for (const path of degrees) await renameInDrafts(tx, path, pair)
  for (const fact of ['graduation_degree', 'postgraduation_degree'] as const)
    await sql`update mentor_change set facts = jsonb_set(facts, array[${fact}::text], to_jsonb(${pair.into}::text))
      where status = 'waiting' and facts ->> ${fact} = ${from}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records a rename in the history of these mentors, as a new version; `by` is null for a job. */
export async function noteRename(
  tx: Transaction,
  ids: readonly string[],
  by: string | null,
  change: { field: string; from: string; to: string },
): Promise<void> {
  const detail = JSON.stringify({ changes: [change] })
  await sql`update mentor set version = version + 1, updated_at = now() where id = any(${[...ids]}::uuid[])`.execute(tx)
  await sql`insert into mentor_event (mentor_id, kind, by_account, detail)
    select id, 'changed', ${by}, ${detail}::jsonb from unnest(${[...ids]}::uuid[]) as one(id)`.execute(tx)
}

/** Unvalidated, as saved. */
type Tree = Record<string, unknown>

/** Drafts that name a subject by one of these words, locked. */
export async function lockDraftsNaming(tx: Transaction, words: readonly string[]) {
  const { rows } = await sql<{ account: string; tree: Tree }>`
    select a.account_id as account, a.answers #> '{preferences,teachingPreferences}' as tree from application a
    where ${draftNames(words)} order by a.account_id for update`.execute(tx)
  return rows
}

/** Drafts `a` that name a subject by one of these words. */
const draftNames = (words: readonly string[]): RawBuilder<boolean> =>
  sql`exists (select from jsonb_path_query(a.answers, '$.preferences.teachingPreferences.*.*[*]', '{}', true) as w
    where lower(w #>> '{}') = any(${[...words]}::text[]))`

export const writeDraftTree = (tx: Transaction, account: string, tree: Tree) =>
  sql`update application set answers = jsonb_set(answers, '{preferences,teachingPreferences}', ${JSON.stringify(tree)}::jsonb)
    where account_id = ${account}`.execute(tx)

/** Columns of mentors `m` and drafts `a` with the names of a place. */
export const mentorPlace = { state: sql`m.state`, city: sql`m.city`, area: sql`m.area` }
export const draftPlace = {
  state: sql`(a.answers #>> '{location,location,state}')`,
  city: sql`coalesce(a.answers #>> '{location,location,city}', '')`,
  area: sql`coalesce(a.answers #>> '{location,location,area}', '')`,
}

type PlaceNames = Record<'inState' | 'city' | 'area', string>
type RenamedMentor = { id: string; was: PlaceNames; now: PlaceNames }

/** Renames a place in mentors, with an event each, and in drafts. @returns the mentors and the number of drafts */
export async function renamePlace(tx: Transaction, accountId: string, from: PlaceMatch, newName: StoredName) {
  const { state, city, area } = newName
  const { rows: moved } = await sql<RenamedMentor>`
    with chosen as materialized (select m.id, m.state, m.city, m.area from mentor m where ${refersTo(from, newName, mentorPlace)} order by m.id for update)
    update mentor m set state = ${state}, city = coalesce(${city}::text, m.city), area = coalesce(${area}::text, m.area),
      version = m.version + 1, updated_at = now()
    from chosen c where c.id = m.id
    returning m.id, json_build_object('inState', c.state, 'city', c.city, 'area', c.area) as was,
      json_build_object('inState', m.state, 'city', m.city, 'area', m.area) as now`.execute(tx)
  const events = moved.map(({ id, was, now }) => {
    const fields = (['inState', 'city', 'area'] as const).filter((field) => was[field] !== now[field])
    return { id, detail: { changes: fields.map((field) => ({ field, from: was[field], to: now[field] })) } }
  })
  // After the mentors, because an event stores the version it created.
  await sql`insert into mentor_event (mentor_id, kind, by_account, detail)
    select id, 'changed', ${accountId}, detail from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id uuid, detail jsonb)`.execute(
    tx,
  )
  const place = { state, ...(city !== null && { city }), ...(area !== null && { area }) }
  const drafts = await sql`
    update application a set answers = jsonb_set(a.answers, '{location,location}', (a.answers #> '{location,location}') || ${JSON.stringify(place)}::jsonb)
    where ${refersTo(from, newName, draftPlace)}`.execute(tx)
  return { mentorIds: moved.map(({ id }) => id), drafts: Number(drafts.numAffectedRows ?? 0) }
}
