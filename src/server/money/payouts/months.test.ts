import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleLesson } from '#server/classes/bookings/settlement.ts'
import { compensate } from '#server/classes/lessons/compensations.ts'
import { transaction } from '#server/platform/database.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor } from '#test/builders.ts'
import { monthBefore, settledAt, settledClasses } from '#test/settled-classes.ts'
import { inDays, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

/** Paise of a class: 375 rupees less 10% commission, 18% GST on that, 0.1% TDS and 0.5% TCS. */
const net = 37_500 - 3750 - 675 - 38 - 188
const compensation = 18_750

/** A mentor with classes in the last second of the month before, in the next second, and now, paying a family's credit. */
async function twoMonths() {
  const { mentor, booking, lessons } = await settledClasses(app, 2, { holder: 'company', isRegistered: true })
  const before = await monthBefore(app.db)
  const now = inDays(0).slice(0, 7)
  await settledAt(app.db, lessons.slice(0, 1), before.last)
  await settledAt(app.db, lessons.slice(1), `${now}-01T00:00:00+05:30`)
  const { rows } = await sql<{ id: string; familyId: string }>`select l.id, b.family_id as "familyId" from lesson l
    join booking b on b.id = l.booking_id where b.id = ${booking} and l.state = 'scheduled' order by l.starts_at limit 2`.execute(
    app.db,
  )
  const [late, held] = rows
  if (!late || !held) throw new Error('two lessons are missing')
  const given = { lessonId: late.id, familyId: late.familyId, mentorId: mentor.id, paise: compensation }
  await transaction(app.db, (tx) => compensate(tx, given))
  await sql`update lesson set status = 'held' where id = ${held.id}`.execute(app.db)
  await transaction(app.db, (tx) => settleLesson(tx, held.id))
  return { mentor, before: before.month, now }
}

const paise = (amount: number) => Math.round(amount * 100)

test('sums earnings by month of India, less collected credits, and lists the entries of one month', async () => {
  const { mentor, before, now } = await twoMonths()
  const { months, totals, data } = (await mentor.get('/api/mentor/earnings')).body
  expect(months).toEqual([
    { month: now, net: (2 * net - compensation) / 100, classes: 2, cancellations: 0, absences: 0 },
    { month: before, net: net / 100, classes: 1, cancellations: 0, absences: 0 },
  ])
  expect(paise(months[0].net) + paise(months[1].net)).toBe(paise(totals.net))
  expect(data).toHaveLength(4)
  const of = async (month: string, rest = '') => (await mentor.get(`/api/mentor/earnings?month=${month}${rest}`)).body
  const first = await of(before)
  expect(first.data).toMatchObject([{ kind: 'lesson', net: net / 100 }])
  // The sums stay those of all months.
  expect([first.months, first.totals, first.nextCursor]).toEqual([months, totals, null])
  const second = await of(now, '&limit=2')
  const rest = await of(now, `&limit=2&cursor=${second.nextCursor}`)
  const entries = [...second.data, ...rest.data] as { kind: string; net: number }[]
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['collection', 'lesson', 'lesson'])
  expect(entries.reduce((sum, one) => sum + paise(one.net), 0)).toBe(2 * net - compensation)
  expect(rest.nextCursor).toBeNull()
  expect((await of(before, `&cursor=${second.nextCursor}`)).code).toBe('bad-cursor')
  expect((await of('2026-02')).data).toEqual([])
  expect((await mentor.get('/api/mentor/earnings?month=2026-13')).status).toBe(400)
})

test('counts late cancellations and absences of the family beside the classes that were held', async () => {
  const { mentor, booking } = await settledClasses(app, 1, { holder: 'company', isRegistered: true })
  const { rows } = await sql<{ id: string }>`select id from lesson where booking_id = ${booking} and state = 'scheduled'
    order by starts_at limit 3`.execute(app.db)
  for (const [nth, status] of ['cancelled', 'missed_by_family', 'missed_by_family'].entries()) {
    const id = rows[nth]?.id ?? ''
    if (status === 'missed_by_family') await sql`update lesson set no_show_at = now() where id = ${id}`.execute(app.db)
    await sql`update lesson set status = ${status}, no_show_at = null where id = ${id}`.execute(app.db)
    await transaction(app.db, (tx) => settleLesson(tx, id))
  }
  const { months, data } = (await mentor.get('/api/mentor/earnings')).body
  expect(months).toMatchObject([{ classes: 1, cancellations: 1, absences: 2 }])
  expect(data).toHaveLength(4)
})

test('shows no other mentor the months, nor the entries of one', async () => {
  const { before, now } = await twoMonths()
  const other = await app.login((await makeMentor(app.db)).phone, 'mentor')
  for (const query of ['', `?month=${before}`, `?month=${now}`])
    expect((await other.get(`/api/mentor/earnings${query}`)).body).toMatchObject({
      data: [],
      months: [],
      totals: { net: 0 },
    })
})
