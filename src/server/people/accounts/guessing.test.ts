import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendSeconds } from '#contract/people/limits.ts'
import { settingValues } from '#contract/settings/setting-values.ts'
import { settingDefault } from '#server/settings/settings/settings.ts'
import { newPhone } from '#test/builders.ts'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { codesPerPhoneDay, guessingOdds, warnOfGuessing, wrongTriesAlarm } from './guessing.ts'
import { phoneWaits } from './send-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Largest values that owners can set. */
const largest = { perDeviceDay: 20, perBlockHour: 1000, perWideBlockHour: 5000, inAllHour: 10_000, adminsHour: 500 }
const rounded = (chance: number) => Number(chance.toPrecision(3))

test.each([
  ['the defaults', settingDefault('otpLimits'), 1e-4, 0.25],
  ['the largest settings', largest, 1e-4, 0.8],
])('bounds the chance of guessing a code with %s', (name, limits, maxPerPhone, maxAccounts) => {
  const odds = guessingOdds(limits, resendSeconds)
  console.info(
    `${name}: ${odds.codesPerPhoneDay} codes per phone and day, chance ${rounded(odds.chancePerPhoneDay)};`,
    `${odds.codesPerDay} codes a day in all, ${rounded(odds.accountsPerDay)} accounts`,
  )
  expect(odds.chancePerPhoneDay).toBeLessThanOrEqual(maxPerPhone)
  expect(odds.accountsPerDay).toBeLessThanOrEqual(maxAccounts)
})

test('refuses settings above the largest ones', () => {
  expect(settingValues.otpLimits.safeParse(largest).success).toBe(true)
  for (const [name, value] of Object.entries(largest))
    expect(settingValues.otpLimits.safeParse({ ...largest, [name]: value + 1 }).success, name).toBe(false)
})

test('counts the codes of a day by hand', () => {
  // At 0:00:00, 0:00:30, 0:01:30, 0:03:30, 0:08:30, 0:23:30, 0:53:30, then hourly until 23:53:30.
  expect(codesPerPhoneDay(phoneWaits, 30)).toBe(30)
  expect(codesPerPhoneDay([3600], 30)).toBe(24)
  expect(codesPerPhoneDay([], 86_400)).toBe(1)
})

test('warns when the wrong codes of a day pass the bound', async () => {
  const { db } = database
  const warnings: unknown[] = []
  // safe: only `warn` is called
  const log = { warn: (about: object, text: string) => warnings.push([about, text]) } as never
  const add = (tries: number, hoursAgo: number) =>
    sql`insert into otp_challenge (phone, user_type, browser_hash, ip_block, tries, sent_at, expires_at)
      values (${newPhone()}, 'student', 'x', 'x', ${tries}, now() - make_interval(hours => ${hoursAgo}), now())`.execute(
      db,
    )
  await add(wrongTriesAlarm, 2)
  await add(wrongTriesAlarm, 25)
  await warnOfGuessing({ db, log })
  expect(warnings).toEqual([])
  await add(1, 1)
  await warnOfGuessing({ db, log })
  expect(warnings).toEqual([
    [{ tries: wrongTriesAlarm + 1, bound: wrongTriesAlarm }, 'many wrong login codes in 24 hours'],
  ])
})
