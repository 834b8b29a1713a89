import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { bugs } from '#bench/decade/bugs.ts'
import { isOwnForgery } from '#bench/decade/market.ts'
import { runDays } from '#bench/decade/run.ts'
import { administer } from './administer.ts'
import { sized } from './rounds.ts'

const server = inject('templateUrl')
const names = ['decade_1', 'decade_2', 'decade_3'] as const
afterAll(async () => {
  for (const name of names) await administer(new URL(server), `drop database if exists ${name} with (force)`)
})

const live = (name: (typeof names)[number], days: number) =>
  runDays({ server, name, dataDir: join(tmpdir(), 'mentorsetu-decade'), days, seed: 1 })

test('simulated days leave the marketplace in order', { timeout: 600_000 }, async () => {
  const { findings, actions } = await live('decade_1', sized(1, 20))
  expect(findings).toEqual([])
  expect(actions).toBeGreaterThan(40)
})

test('a seed repeats its days', { tags: ['full'], timeout: 600_000 }, async () => {
  const first = await live('decade_2', 5)
  const again = await live('decade_3', 5)
  expect(again.hash).toBe(first.hash)
})

test('SQL of the server reads no clock that a simulation cannot move', () => {
  const files = globSync(['src/server/**/*.ts', 'migrations/*.sql'], {
    exclude: ['**/*.test.ts', 'src/server/demo/**'],
  })
  const fixed =
    /\b(current_date|current_time|current_timestamp|localtime|localtimestamp|timeofday|statement_timestamp)\b/
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => fixed.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each(Object.entries(bugs))('"%s" can still be planted', (_, [file, code]) => {
  expect(readFileSync(file, 'utf8').split(code)).toHaveLength(2)
})

const alert = (event: string, total: number, alertAbove = 3) =>
  `alert: more refusals this hour than usual ${JSON.stringify({ event, total, alertAbove })}`
test.each([
  [alert('forged-webhook', 4), 4, true],
  [alert('forged-webhook', 4), 6, true],
  [alert('forged-webhook', 4), 3, false],
  [alert('forged-webhook', 3), 4, false],
  [alert('forged-webhook', 4, 2), 4, false],
  [alert('foreign-id', 4), 4, false],
  ['another error', 9, false],
])('%s with %i forged in the hour: %s', (text, forged, isExpected) => {
  expect(isOwnForgery(text, forged)).toBe(isExpected)
})
