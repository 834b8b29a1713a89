import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { inDays, type LoggedIn, scheduleOf, type TestApp, testApp } from '#test/test-app.ts'
import { nextDay, weekdayOf } from './dates.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  await expectBooks(app.db)
  await app.stop()
})

const offers: [string, string][] = [
  ['class-9-10', 'mathematics'],
  ['class-9-10', 'science'],
  ['class-11', 'physics'],
]
type Side = { mentor: LoggedIn; family: LoggedIn; booking: string; mentorId: string }
async function bought(wish: Record<string, unknown> = {}): Promise<Side> {
  const made = await makeMentor(app.db, { offers })
  const family = await app.login(newPhone(), 'student')
  const order = { amount: 99, plan: 'demo', subject: 'mathematics', learner: { name: 'Asha', grade: '9' }, ...wish }
  const booking = await app.paidBooking(family, made.id, order)
  return { mentor: await app.login(made.phone, 'mentor'), family, booking, mentorId: made.id }
}
const put = ({ mentor, booking }: Side, body: object) => mentor.put(`/api/class-bookings/booking/${booking}`, body)
const seen = async ({ family, booking }: Side) =>
  (await family.get(`/api/class-bookings/student/${family.id}`)).body.data.find(
    (one: { _id: string }) => one._id === booking,
  )
const soon = { scheduledDate: inDays(2), scheduledTime: '17:00' }

describe('the schedule form', () => {
  it('needs date and time only', async () => {
    const side = await bought({ learner: {} })
    const set = await put(side, { ...soon, studentName: '', class: '', school: '' })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    expect(await seen(side)).toMatchObject({
      status: 'scheduled',
      studentName: null,
      class: null,
      school: null,
      ...soon,
    })
    expect((await put(side, { scheduledDate: inDays(2) })).status).toBe(400)
  })

  it('takes the subject by name or slug and corrects it until the first lesson, for both sides', async () => {
    const side = await bought()
    expect((await put(side, { ...soon, ...scheduleOf({ date: inDays(2), time: '17:00' }) })).status).toBe(200)
    for (const subject of ['Science', 'science']) {
      const reply = await put(side, { subject, studentName: 'Asha Rao', school: '' })
      expect([reply.status, reply.body.data.subject]).toEqual([200, 'Science'])
    }
    expect(await seen(side)).toMatchObject({
      subject: 'Science',
      studentName: 'Asha Rao',
      class: '9',
      school: null,
      price: 99,
    })
    const order = (await seen(side)).order
    expect((await side.family.get(`/api/payment/order/${order}`)).body.data.subject).toBe('Science')
    const admin = await app.admin()
    const { body } = await admin.get(`/api/admin/bookings/${side.booking}`)
    const events = body.data.timeline.filter(({ kind }: { kind: string }) => kind === 'corrected')
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ by: 'mentor', text: expect.stringContaining('mathematics → science') })
  })

  it('refuses a subject the mentor does not teach, without side effects', async () => {
    const side = await bought()
    for (const subject of ['physics', 'biology']) {
      const reply = await put(side, { ...soon, subject })
      expect([reply.status, reply.body.code]).toEqual([409, 'subject-not-offered'])
    }
    expect(await seen(side)).toMatchObject({ status: 'pending_schedule', subject: 'Mathematics' })
  })

  it('fixes its details once the first lesson has begun, but accepts the same values and missing ones', {
    tags: ['full'],
  }, async () => {
    const side = await bought()
    const all = { ...scheduleOf({ date: inDays(2), time: '17:00' }), school: '' }
    expect((await put(side, all)).status).toBe(200)
    await shiftLessons(app.db, side.booking, -3)
    for (const change of [{ subject: 'Science' }, { studentName: 'Another' }, { class: '10' }, { class: '' }]) {
      const reply = await put(side, change)
      expect([reply.status, reply.body.code]).toEqual([409, 'details-fixed'])
    }
    expect((await put(side, { subject: 'Mathematics', studentName: 'Aarav', class: '9' })).status).toBe(200)
    expect((await put(side, { school: 'Shishu Kunj' })).body.data.school).toBe('Shishu Kunj')
  })

  it('accepts the resulting status and explains other ones', async () => {
    const side = await bought()
    expect((await put(side, { status: 'pending_schedule', studentName: 'Asha' })).status).toBe(200)
    for (const status of ['completed', 'cancelled']) {
      const reply = await put(side, { ...soon, status })
      expect([reply.status, reply.body.code]).toEqual([409, 'status-not-set'])
    }
    expect((await put(side, { ...soon, status: 'scheduled' })).body.data.status).toBe('scheduled')
  })

  it('plans the whole month from one date and the preferred weekdays', async () => {
    let first = inDays(2)
    while (weekdayOf(first) !== 2) first = nextDay(first)
    const month = { amount: 4500, plan: 'monthly', wishes: { days: ['tuesday', 'friday'] } }
    const side = await bought(month)
    const set = await put(side, { scheduledDate: first, scheduledTime: '18:00' })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    const { lessons } = await seen(side)
    expect(lessons).toHaveLength(12)
    expect(lessons.map((one: { fee: number }) => one.fee).reduce((a: number, b: number) => a + b)).toBe(4500)
    const open = await bought({ amount: 4500, plan: 'monthly' })
    await put(open, { scheduledDate: first, scheduledTime: '18:00' })
    expect((await seen(open)).lessons).toHaveLength(1)
  })

  it('skips later dates on which the mentor is busy', { tags: ['full'] }, async () => {
    let first = inDays(2)
    while (weekdayOf(first) !== 2) first = nextDay(first)
    const taken = Array.from({ length: 14 }).reduce<string>((day) => nextDay(day), first)
    const demo = await bought()
    expect((await put(demo, { scheduledDate: taken, scheduledTime: '18:00' })).status).toBe(200)
    const family = await app.login(newPhone(), 'student')
    const month = { amount: 4500, plan: 'monthly', subject: 'mathematics', wishes: { days: ['tuesday'] } }
    const side = { ...demo, family, booking: await app.paidBooking(family, demo.mentorId, month) }
    const set = await put(side, { scheduledDate: first, scheduledTime: '18:00' })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    const dates = (await seen(side)).lessons.map(({ startsAt }: { startsAt: string }) => startsAt.slice(0, 10))
    expect(dates).toHaveLength(12)
    expect(dates).not.toContain(taken)
  })

  it('keeps the subject of a demo that a month deducts', async () => {
    const side = await bought()
    const month = { amount: 4401, plan: 'monthly', subject: 'mathematics', learner: { name: 'Asha', grade: '9' } }
    const order = await side.family.post('/api/payment/create-order', { mentorId: side.mentorId, ...month })
    expect(order.status, JSON.stringify(order.body)).toBe(200)
    expect((await put(side, { subject: 'Science' })).body.code).toBe('details-fixed')
    await app.pay(order.body, 'success')
    const paid = (await side.family.get(`/api/payment/order/${order.body.order_id}`)).body.data
    expect(paid).toMatchObject({ status: 'paid', booking: expect.any(String) })
    expect((await put(side, { subject: 'Science' })).body.code).toBe('details-fixed')
  })
})

describe("an order with the specification's four fields", () => {
  const order = async (given: { offers: [string, string][]; ranks?: number[] }, wish: object = {}) => {
    const made = await makeMentor(app.db, { offers: given.offers })
    for (const [i, [key, subject]] of given.offers.entries())
      await sql`update mentor_offer set rank = ${given.ranks?.[i] ?? 0} where mentor_id = ${made.id} and grade_key = ${key} and subject = ${subject}`.execute(
        app.db,
      )
    const family = await app.login(newPhone(), 'student')
    const four = { amount: 4500, customerId: family.id, customerPhone: family.phone, mentorId: made.id }
    const reply = await family.post('/api/payment/create-order', { ...four, ...wish })
    const { rows } = await sql<{
      subject: string
    }>`select subject from payment_order where mentor_id = ${made.id}`.execute(app.db)
    return { reply, subject: rows[0]?.subject }
  }

  it('takes the subject the mentor ranks first for the grade', async () => {
    const ranked = { offers, ranks: [2, 1, 3] }
    expect((await order(ranked, { learner: { grade: '9' } })).subject).toBe('science')
    expect((await order(ranked, { learner: { grade: '11' } })).subject).toBe('physics')
  })

  it('takes the first of the catalogue without a ranking', async () => {
    const both: [string, string][] = [
      ['class-9-10', 'science'],
      ['class-9-10', 'mathematics'],
      ['class-11', 'mathematics'],
    ]
    expect((await order({ offers: both })).subject).toBe('mathematics')
  })

  it('asks when the grade is unknown and the first subjects differ, and books nothing', async () => {
    const { reply, subject } = await order({ offers })
    expect([reply.status, reply.body.code, subject]).toEqual([409, 'subject-needed', undefined])
    expect(reply.body.details.choices.map(({ slug }: { slug: string }) => slug).sort()).toEqual([
      'mathematics',
      'physics',
      'science',
    ])
  })

  it('takes the grade of a named learner', async () => {
    const { mentorId, family } = await bought()
    const four = { customerId: family.id, customerPhone: family.phone, mentorId }
    const named = await family.post('/api/payment/create-order', { ...four, amount: 4401, learner: { name: 'Asha' } })
    // The demo was mathematics for class 9, and deducts 99 rupees from its month.
    expect(named.status, JSON.stringify(named.body)).toBe(200)
    const { rows } = await sql<{ plan: string; subject: string }>`
      select plan, subject from payment_order where id = ${named.body.order_id}`.execute(app.db)
    expect(rows).toEqual([{ plan: 'monthly', subject: 'mathematics' }])
  })
})
