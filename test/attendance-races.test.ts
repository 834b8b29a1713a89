import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { visitCodesBy } from '#server/classes/bookings/visit-code.ts'
import { atBarrier } from './barrier.ts'
import { expectBooks } from './books-oracle.ts'
import { makeMentor, newPhone } from './builders.ts'
import { markedClass, monthWithClass } from './marked-classes.ts'
import { rounds } from './rounds.ts'
import { attendanceOf, inDays, type LoggedIn, newIp, type TestApp, testApp } from './test-app.ts'

const timeoutMs = 20_000 + rounds * 500

let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

const codeOf = (lesson: string) => visitCodesBy(app.context.config.secretKeys).codeOf(lesson)
const typeCode = (record: string, code: string) => mentor.post(`/api/class-records/${record}/code`, { code }, newIp())
const tick = (record: string) => family.put(`/api/class-records/${record}`, { parentTick: true }, newIp())
const recordOf = async (booking: string, record: string) =>
  (await family.get(`/api/class-records/class-booking/${booking}`)).body.data.find(
    (row: { _id: string }) => row._id === record,
  )

const atBooking = <T>(round: number, booking: string, works: (() => Promise<T>)[]) =>
  atBarrier(app.db, round, sql`select from booking where id = ${booking}`, works)

test(
  'code, confirmation and a repeated attendance upload at once: one confirmation, one record',
  async () => {
    const booking = await app.paidBooking(family, mentor.id)
    await app.lessonYesterday(mentor, booking)
    const body = { ...attendanceOf(booking, inDays(-1), '10:00', '11:00'), savedAt: new Date().toISOString() }
    const send = () =>
      mentor.post('/api/class-records', body, { ...newIp(), headers: { 'idempotency-key': randomUUID() } })
    const { _id, lesson } = (await send()).body.data
    for (let round = 0; round < rounds; round++) {
      const works = [() => typeCode(_id, codeOf(lesson)), () => tick(_id), send]
      const replies = await atBooking(round, booking, works)
      expect(replies.map(({ status, body: { data } }) => [status, data?._id])).toEqual(works.map(() => [200, _id]))
      // The family's own confirmation takes precedence over the code, whichever came first.
      expect(await recordOf(booking, _id)).toMatchObject({ confirmedBy: 'tick', codeTries: 3 })
      // A first class with a mentor is not settled by the code, so its row can be reset.
      await sql`update class_record set parent_tick = false, parent_ticked_at = null, code_at = null where id = ${_id}`.execute(
        app.db,
      )
    }
  },
  timeoutMs,
)

test(
  'wrong codes and the right one at once: three tries at most, and the right one counts only before the third wrong one',
  async () => {
    const booking = await app.paidBooking(family, mentor.id)
    const { lesson, record } = await markedClass(app, mentor, booking)
    const code = codeOf(lesson)
    const wrong = ['0001', '0002', '0003', '0004'].filter((wrongCode) => wrongCode !== code).slice(0, 3)
    for (let round = 0; round < rounds; round++) {
      const replies = await atBooking(
        round,
        booking,
        [...wrong, code].map((attempt) => () => typeCode(record, attempt)),
      )
      const { confirmedBy, codeTries } = await recordOf(booking, record)
      // Each round puts one wrong code fewer before the right one; later codes are ignored.
      const left = round % 4
      expect([replies[3]?.status, confirmedBy]).toEqual(left === 0 ? [409, null] : [200, 'code'])
      expect(codeTries).toBe(left)
      await sql`update class_record set parent_tick = false, parent_ticked_at = null, code_at = null where id = ${record}`.execute(
        app.db,
      )
      await sql`update lesson set wrong_codes = '{}' where id = ${lesson}`.execute(app.db)
    }
  },
  timeoutMs,
)

test('code and tick at once settle a class once; code and dispute at once open a dispute', async () => {
  let { booking, lesson, record } = await monthWithClass(app, family, mentor)
  for (let round = 0; round < 4; round++) {
    if (round > 0) ({ lesson, record } = await markedClass(app, mentor, booking))
    const dispute = () => family.post(`/api/class-bookings/lessons/${lesson}/dispute`, { reason: 'not_held' }, newIp())
    const isTick = round < 2
    const works = [() => typeCode(record, codeOf(lesson)), isTick ? () => tick(record) : dispute]
    const replies = await atBooking(round, booking, works)
    expect(replies[1]?.status).toBe(200)
    expect(isTick ? 'ok' : (replies[0]?.body.code ?? 'ok')).toBe(isTick || round % 2 === 0 ? 'ok' : 'dispute-open')
    expect(await recordOf(booking, record)).toMatchObject({ settled: isTick, parentTick: isTick })
  }
})
