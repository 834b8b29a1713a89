import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitFee } from '#contract/classes/prices.ts'
import type { HolderKind } from '#contract/mentors/tax-ids.ts'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { few } from '#test/rounds.ts'
import { type TaxEvent, yearOracle } from '#test/tax-oracle.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let admin: LoggedIn
/** Low enough to be passed by a month of twelve classes of 375 rupees. */
const limit = 1_000
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  await sql`insert into setting (name, from_date, value) values ('taxRules', '2020-01-01', ${JSON.stringify({ limit, withoutPan: 5, onlyExcess: 0 })}::jsonb)`.execute(
    app.db,
  )
})
afterAll(() => app.stop())

const holders: (HolderKind | null)[] = ['individual', 'huf', 'individual', 'company', null, 'individual']
/** Numbers that differ by round and step, the same in every run. */
const pick = (round: number, step: number, below: number) => ((round * 7_919 + step * 104_729) % 7_907) % below

async function month(holder: HolderKind | null, isRegistered: boolean) {
  const { id, phone } = await makeMentor(app.db, { tax: holder && { holder, isRegistered } })
  const mentor = await app.login(phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  const booking = await app.paidBooking(family, id, { amount: 4500, plan: 'monthly' })
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '17:00', minutes: 100, from: inDays(2) }
  expect((await mentor.put(`/api/class-bookings/${booking}/timetable`, rule)).status).toBe(200)
  const { rows } = await sql<{ id: string }>`
    select id from lesson where booking_id = ${booking} order by starts_at`.execute(app.db)
  return { id, lessons: rows.map((one) => one.id) }
}
const taxesOf = async (subject: string) =>
  (
    await sql<{
      tds: number
      tcs: number
    }>`select sum(tds_paise)::int8 as tds, sum(tcs_paise)::int8 as tcs from tax_entry
      where subject_id = ${subject}`.execute(app.db)
  ).rows[0]

/** Moves what was credited so far into the financial year before. */
async function endYear(mentorId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    await sql`alter table tax_entry disable trigger user`.execute(tx)
    await sql`update tax_entry set year = year - 1 where mentor_id = ${mentorId}`.execute(tx)
    await sql`update tax_year set year = year - 1 where mentor_id = ${mentorId}`.execute(tx)
    await sql`alter table tax_entry enable trigger user`.execute(tx)
  })
}

test.each(
  few(
    holders.map((holder, round) => ({ holder, round })),
    2,
  ),
)(
  'settles and refunds classes as the oracle says, and books that balance: $holder, round $round',
  async ({ holder, round }) => {
    const isRegistered = holder !== null && round % 2 === 0
    const { id, lessons } = await month(holder, isRegistered)
    const events: TaxEvent[] = []
    const results: unknown[] = []
    const left: number[] = []
    const refund = async (of: number, isYearOver: boolean, step: number) => {
      const fee = left[of] ?? 0
      const paise = pick(round, step, 3) === 0 ? fee : 1 + pick(round, step + 1, fee)
      const subject = randomUUID()
      const body = { lesson: lessons[of], amount: paise / 100, fee: fee / 100, reason: 'Shorter than planned' }
      const sent = await admin.put(`/api/admin/disputes/${subject}`, body)
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      left[of] = fee - paise
      events.push({ refundOf: of, paise, isYearOver })
      results.push(await taxesOf(subject))
    }
    for (const [step, lesson] of lessons.entries()) {
      await sql`update lesson set status = 'held' where id = ${lesson}`.execute(app.db)
      await transaction(app.db, (tx) => settleLesson(tx, lesson))
      const { mentor: share } = splitFee(37_500, { commission: 1000, gst: 1800 })
      events.push({ fee: 37_500, share, holder, isResident: true, isRegistered })
      results.push(await taxesOf(lesson))
      left.push(37_500)
      const of = pick(round, step, left.length)
      if (pick(round, step + 3, 3) === 0 && (left[of] ?? 0) > 0) await refund(of, false, step)
    }
    await endYear(id)
    for (const of of left.keys()) if ((left[of] ?? 0) > 0) await refund(of, true, of)
    expect(results).toEqual(yearOracle('whole', events, limit * 100))
    expect(events.some((event) => 'refundOf' in event && event.isYearOver)).toBe(true)
    await expectBooks(app.db)
  },
)
