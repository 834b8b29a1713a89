import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClassBooking } from '#contract/classes/bookings.ts'
import { newPhone } from '#test/builders.ts'
import { busyFamily, statementsOf } from '#test/busy-family.ts'
import { addPastBookings } from '#test/many-bookings.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

const path = '/api/apps/family-home'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** Blocks that a statement reads, as PostgreSQL counts them. */
async function blocksOf({ text, values }: { text: string; values: unknown[] }): Promise<number> {
  const { rows } = await app.database.pool.query(`explain (analyze, buffers, format json) ${text}`, values)
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

const idsOf = (bookings: readonly ClassBooking[]) => bookings.map(({ _id }) => _id)

test('a home has what the single endpoints answer', async () => {
  const { family, demo } = await busyFamily(app)
  const { data } = (await family.get(path)).body
  const bookings = await family.get(`/api/class-bookings/student/${family.id}`)
  expect(data.bookings).toEqual(bookings.body.data)
  expect(data.orders).toEqual((await family.get('/api/payment/orders')).body.data)
  expect(data.codes).toEqual((await family.get('/api/class-records/visit-codes')).body.data)
  expect(data.codes).toHaveLength(1)
  const reviews = (await family.get('/api/reviews/own')).body.data
  expect(data.prompts).toEqual(
    reviews.filter((one: { isAsked: boolean; isDemoAsked: boolean }) => one.isAsked || one.isDemoAsked),
  )
  expect(data.prompts.map(({ booking }: { booking: string }) => booking)).toContain(demo)
  const { mentor, learner } = data.bookings.find(({ _id }: ClassBooking) => _id === demo)
  const quoted = await family.get(`/api/payment/quote?mentorId=${mentor._id}&learnerId=${learner._id}`)
  const { price, promotion, credit, amount } = quoted.body.data
  expect(promotion).toBe(99)
  expect(data.months).toEqual({ [demo]: { price, promotion, credit, amount } })
})

test('a home shows active bookings, however old, and the newest ones page by page', async () => {
  const { family, booking } = await busyFamily(app)
  await addPastBookings(app.db, booking, 60)
  const all: ClassBooking[] = (await family.get(`/api/class-bookings/student/${family.id}?limit=50`)).body.data
  const { rows } = await sql<{
    id: string
  }>`select id from booking where family_id = ${family.id} order by id limit 2`.execute(app.db)
  const [oldest, second] = rows.map(({ id }) => id)
  const shown = async (pages: number) => idsOf((await family.get(`${path}?pages=${pages}`)).body.data.bookings)
  expect(await shown(1)).toEqual(idsOf(all).slice(0, 21))
  expect(await shown(2)).toEqual(idsOf(all).slice(0, 41))
  expect(await shown(4)).toHaveLength(62)
  // One that is not over, and a cancelled one with a class that is disputed.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update booking set status = case when id = ${oldest} then 'scheduled' else 'cancelled' end
      where id in (${oldest}, ${second})`.execute(tx)
    await sql`update lesson set settled_at = null, disputed_at = now()
      where id = (select id from lesson where booking_id = ${second} limit 1)`.execute(tx)
  })
  expect(await shown(1)).toEqual([...idsOf(all).slice(0, 21), second, oldest])
})

test('a home shows nothing of another family, and refuses unknown pages', async () => {
  const { family } = await busyFamily(app)
  const stranger = await app.login(newPhone(), 'student')
  expect((await stranger.get(path)).body.data).toEqual({
    bookings: [],
    orders: [],
    codes: [],
    prompts: [],
    months: {},
    addresses: {},
  })
  for (const pages of ['0', '51', '1.5', 'all']) expect((await family.get(`${path}?pages=${pages}`)).status).toBe(400)
})

test('saved addresses are there while a booking needs one', async () => {
  const { family, booking } = await busyFamily(app)
  expect((await family.get(path)).body.data.addresses).toEqual({})
  await sql`update booking set address = null where id = ${booking}`.execute(app.db)
  const { data } = (await family.get('/api/users/learners')).body
  expect((await family.get(path)).body.data.addresses).toEqual(
    Object.fromEntries(data.map(({ _id, address }: { _id: string; address: unknown }) => [_id, address])),
  )
})

test('a home costs the same with ten bookings and with a thousand', async () => {
  const { family, booking } = await busyFamily(app)
  const measure = async () => {
    const { sent, body } = await statementsOf(family, path)
    const blocks = await Promise.all(sent.map(blocksOf))
    return {
      statements: sent.length,
      blocks: blocks.reduce((sum, one) => sum + one, 0),
      shown: body.data.bookings.length,
    }
  }
  await addPastBookings(app.db, booking, 4_000, { ofOthers: true })
  await addPastBookings(app.db, booking, 30)
  const few = await measure()
  await addPastBookings(app.db, booking, 1_000)
  const many = await measure()
  expect(few.statements).toBe(3)
  expect(many).toMatchObject({ statements: 3, shown: few.shown })
  expect(many.blocks).toBeLessThan(few.blocks * 1.5)
})

test('a frame is one statement besides the session, and has what the single endpoints answer', async () => {
  const { family, mentor } = await busyFamily(app)
  await family.put(`/api/shortlist/${mentor.id}`, {})
  await mentor.post('/api/chat/messages', { receiver: family.id, message: 'Namaste', clientId: crypto.randomUUID() })
  for (const who of [family, mentor]) {
    const { sent, body } = await statementsOf(who, '/api/apps/frame')
    expect(sent).toHaveLength(2)
    expect(body.data).toEqual({
      viewer: (await who.get('/api/session')).body.data,
      unreadMessages: (await who.get('/api/chat/unread')).body.data.unread,
      shortlist: who === family ? [mentor.id] : [],
    })
  }
  expect((await app.browser().get('/api/apps/frame')).body.data).toEqual({
    viewer: null,
    unreadMessages: 0,
    shortlist: [],
  })
})

test('a page of payments is one statement besides the session, and has what the single endpoints answer', async () => {
  const { family, booking } = await busyFamily(app)
  await addPastBookings(app.db, booking, 60)
  const { sent, body } = await statementsOf(family, '/api/apps/family-payments?pages=2')
  expect(sent).toHaveLength(2)
  const all: ClassBooking[] = (await family.get(`/api/class-bookings/student/${family.id}?limit=50`)).body.data
  expect(body.data.bookings).toEqual(all.slice(0, 41))
  expect(body.data.orders).toEqual((await family.get('/api/payment/orders')).body.data)
  const { data: refunds, money } = (await family.get('/api/payment/refunds')).body
  expect(body.data).toMatchObject({ refunds, money })
  // A report is there, however old.
  const lesson = all[45]?.lessons[0]?._id
  await sql`insert into dispute (lesson_id, reason, amount_paise, mentor_paise, status, verdict, decided_by, ended_at)
    select ${lesson}, 'settled', 100, 100, 'decided', 'Taught', account_id, now() from family where id = ${family.id}`.execute(
    app.db,
  )
  const shown: ClassBooking[] = (await family.get('/api/apps/family-payments')).body.data.bookings
  expect(idsOf(shown)).toEqual([...idsOf(all).slice(0, 21), all[45]?._id])
})
