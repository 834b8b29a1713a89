import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transaction } from '#server/platform/database.ts'
import { lockFamily, lockSlot, locksInOrder } from '#server/platform/locks.ts'
import { testDatabase } from './harness.ts'
import { locksOf } from './lock-recorder.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

test('locks in the wrong order fail the test that took them', async () => {
  const base = await testDatabase()
  await transaction(base.db, async (tx) => {
    await lockSlot(tx, nobody)
    await lockFamily(tx, nobody)
  })
  await expect(base.drop()).rejects.toThrow(
    'family is locked at a test after teaching_slot at a test: locksInOrder of platform/locks.ts has family first.',
  )
})

test('locks in order, repeated locks and locks of two transactions pass', async () => {
  const base = await testDatabase()
  await transaction(base.db, async (tx) => {
    await lockFamily(tx, nobody)
    await lockSlot(tx, nobody)
    await lockFamily(tx, nobody)
  })
  await transaction(base.db, (tx) => lockFamily(tx, nobody))
  await base.drop()
})

test('finds row locks by alias, in subqueries, advisory locks and table locks', () => {
  expect(
    locksOf('select 1 from lesson l join booking b on b.id = l.booking_id where l.id = $1 for update of l'),
  ).toEqual(['lesson'])
  expect(
    locksOf('select id from mentor where name is distinct from $1 and id = (select 1 from family) for no key update'),
  ).toEqual(['mentor'])
  expect(
    locksOf(
      'with due as (select id from outbox order by id for update skip locked) update outbox set tries = 1 from due',
    ),
  ).toEqual(['outbox'])
  expect(locksOf('select r.id from lesson l left join class_record r on true\nfor update of l, r')).toEqual([
    'lesson',
    'class_record',
  ])
  expect(locksOf('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['slug:a:b'])).toEqual(['advisory:slug'])
  expect(locksOf('lock table setting in share row exclusive mode')).toEqual(['setting'])
  expect(locksOf('select id from mentor for key share')).toEqual([])
})

test('lock functions are declared in lock order', () => {
  const source = readFileSync(join(import.meta.dirname, '../src/server/platform/locks.ts'), 'utf8')
  const functions = source.slice(source.indexOf('export const lockDemo'))
  const names = [
    ...functions.matchAll(
      /(?:advisoryLock\(tx, |keyOf\()'([\w-]+)'| from (\w+) where|selectFrom\('(\w+)'\)| table (\w+) in/g,
    ),
  ].map(([, advisory, rows, built, table]) => (advisory ? `advisory:${advisory}` : (rows ?? built ?? table)))
  const order: readonly (string | undefined)[] = locksInOrder
  const places = names.map((name) => order.indexOf(name))
  expect(names.length).toBeGreaterThan(20)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})
