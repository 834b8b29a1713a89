import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LessonState, lessonColumns, lessonLifecycle } from '#contract/classes/lifecycles.ts'
import { lifecycles, lifecyclesFile, lifecyclesPage, stepsOf } from '../scripts/lifecycles.ts'
import { type TestDatabase, testDatabase } from './harness.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

test('docs/lifecycles.md matches the lifecycle tables', async () => {
  expect(readFileSync(lifecyclesFile, 'utf8'), 'run npm run lifecycles').toBe(await lifecyclesPage())
})

test('every move joins known states, and every state is reachable', async () => {
  for (const lifecycle of await lifecycles()) {
    const states = Object.keys(lifecycle.states)
    const steps = stepsOf(lifecycle)
    expect([...new Set([...lifecycle.starts, ...steps.map(({ to }) => to)])].sort(), lifecycle.table).toEqual(
      [...states].sort(),
    )
    expect(
      steps.filter(({ from }) => !states.includes(from)),
      lifecycle.table,
    ).toEqual([])
  }
})

test('the database has the same states', async () => {
  for (const { table, column, states } of await lifecycles()) {
    if (column !== 'status') continue
    const { rows } = await sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conrelid = ${table}::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ ${`^CHECK \\(\\(${column} = ANY`}`.execute(
      base.db,
    )
    const known = [...(rows[0]?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, state]) => state)
    // A draft application has no verification state.
    expect(known.filter((state) => state !== 'draft').sort(), table).toEqual(Object.keys(states).sort())
  }
})

test('the columns of a lesson map back to the state they were written for', async () => {
  const expectedRows = Object.entries(lessonColumns).map(([state, columns]) => ({ state, ...columns }))
  const { rows } = await sql<{ text: string }>`
    select pg_get_expr(adbin, adrelid) as text from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where adrelid = 'lesson'::regclass and attname = 'state'`.execute(base.db)
  const found = await sql<{ expected: string; state: string }>`
    select expected, ${sql.raw(rows[0]?.text ?? '')} as state from (
      select g.state as expected, g.status, case when g.settled then now() end as settled_at, case when g.disputed then now() end as disputed_at,
        case when g."absenceReported" then now() end as no_show_at
      from jsonb_to_recordset(${JSON.stringify(expectedRows)}::jsonb)
        as g(state text, status text, settled boolean, disputed boolean, "absenceReported" boolean)) lesson`.execute(
    base.db,
  )
  expect(found.rows.filter(({ expected, state }) => expected !== state)).toEqual([])
  expect(found.rows.map(({ state }) => state).sort()).toEqual(Object.keys(lessonLifecycle.states).sort())
})

test('the database rejects a move that no lifecycle has', async () => {
  const from: LessonState = 'settled'
  expect(lessonLifecycle.next(from, 'mark')).toBeNull()
  await sql`create table probe (like lesson including generated)`.execute(base.db)
  await sql`create trigger guard after update on probe for each row execute function guard_lesson()`.execute(base.db)
  await sql`insert into probe (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at, id, is_moved,
      is_short_notice, changes, changed_at, wrong_codes)
    select uuidv7(), uuidv7(), uuidv7(), 1, now(), now() + interval '1 hour', 60, 100, 'held', now(), uuidv7(), false, false, 0, now(), '{}'`.execute(
    base.db,
  )
  await expect(sql`update probe set status = 'scheduled', settled_at = null`.execute(base.db)).rejects.toThrow(
    'lesson: settled to scheduled is no move of its lifecycle',
  )
})
