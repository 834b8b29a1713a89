import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMentor } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { findAadhaarNumbers } from './aadhaar-scan.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('the nightly scan names the columns with an Aadhaar number, and no others', async () => {
  const { id } = await makeMentor(app.db)
  expect(await findAadhaarNumbers(app.db)).toEqual([])
  // A wrong checksum, a longer number, the end of a UUID.
  const others = ['2345 6789 0123', '2345 6789 0124 5678', '0d4a4a1c-7b1e-4a70-9c55-234567890124']
  await sql`update mentor set brief = ${others.join(' · ')} where id = ${id}`.execute(app.db)
  expect(await findAadhaarNumbers(app.db)).toEqual([])
  await sql`update mentor set brief = 'My number: 2345 6789 0124', languages = ${['2345-6789-0124']} where id = ${id}`.execute(
    app.db,
  )
  expect(await findAadhaarNumbers(app.db)).toEqual([
    { table: 'mentor', column: 'brief', rows: 1 },
    { table: 'mentor', column: 'languages', rows: 1 },
  ])
})
