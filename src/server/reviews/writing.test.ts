import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { settleDue } from '#server/classes/bookings/settlement.ts'
import { expectBooks } from '#test/books-oracle.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { type LoggedIn, type Reply, type TestApp, testApp } from '#test/test-app.ts'
import { publishDue } from './writing.ts'

let app: TestApp
let admin: LoggedIn
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
afterEach(() => expectBooks(app.db))
afterAll(() => app.stop())

type Pair = { family: LoggedIn; mentor: LoggedIn; slug: string; booking: string; record: string }
/** A month with one settled and one marked lesson. */
async function taught(): Promise<Pair> {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  return { family, mentor, slug: made.slug, ...(await monthWithClass(app, family, mentor)) }
}
async function settle(booking: string): Promise<void> {
  await shiftLessons(app.db, booking, -3)
  await sql`update class_record set marked_at = marked_at - interval '3 days' where booking_id = ${booking}`.execute(
    app.db,
  )
  await settleDue(app.db)
}
const write = (who: LoggedIn, booking: string, body: Record<string, unknown>) =>
  who.post(`/api/class-bookings/${booking}/review`, body)
const own = async (who: LoggedIn) => (await who.get('/api/reviews/own')).body
const readReviews = async ({ slug }: Pair) => (await app.browser().get(`/api/mentor/${slug}/reviews`)).body
const codes = (replies: Reply[]) => replies.map(({ body, status }) => body.code ?? status).sort()
const bookingOf = async (who: LoggedIn, side: 'student' | 'mentor', id: string) =>
  (await who.get(`/api/class-bookings/${side}/${who.id}`)).body.data.find((one: { _id: string }) => one._id === id)
const sentMessages = async (phone: string, template: string) =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template === template,
  ).length
const daysPass = (days: number) =>
  sql`with a as (update review set written_at = written_at - make_interval(days => ${days}) where published_at is null)
    update family_review set written_at = written_at - make_interval(days => ${days}) where shown_at is null`.execute(
    app.db,
  )
const words = 'सर बहुत धीरज से समझाते हैं, बेटी अब खुद हिसाब करती है।'

test('a family can write and edit after the first settled lesson; hidden until the waiting period ends', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const { booking } = await monthWithClass(app, family, mentor, { isFirst: true })
  const pair = { family, mentor, slug: made.slug, booking, record: '' }
  expect(codes([await write(family, booking, { stars: 5 })])).toEqual(['review-early'])
  await settle(booking)
  expect((await own(family)).data[0]).toMatchObject({ booking, canWrite: true, isAsked: true, own: null })
  expect((await write(family, booking, { stars: 4 })).body.data).toMatchObject({
    isAsked: false,
    own: { stars: 4, words: '' },
  })
  const again = await write(family, booking, { stars: 5, words: `  ${words}\n` })
  expect(again.body.data).toMatchObject({ canWrite: true, own: { stars: 5, words } })
  const due = Date.parse(again.body.data.publishesAt) - Date.now()
  expect(Math.round(due / 86_400_000)).toBe(7)
  await daysPass(6)
  await publishDue(app.context)
  expect(await readReviews(pair)).toMatchObject({ total: 0, rating: null })
  expect((await own(mentor)).data[0]).toMatchObject({ theirs: null, review: null })
  expect((await bookingOf(mentor, 'mentor', booking)).rating).toBeNull()

  await daysPass(1)
  await Promise.all([publishDue(app.context), publishDue(app.context)])
  await publishDue(app.context)
  const { data, total, rating } = await readReviews(pair)
  expect([total, rating, data.length]).toEqual([1, 5, 1])
  expect(data[0]).toMatchObject({ stars: 5, words, lessonsHeld: 1, writer: 'parent', reply: null })
  expect((await app.browser().get(`/api/mentor/${pair.slug}`)).body.data).toMatchObject({ rating: 5, ratingCount: 1 })
  expect((await bookingOf(mentor, 'mentor', booking)).rating).toBe(5)
  expect(await sentMessages(mentor.phone, 'review-published')).toBe(1)
  expect(await sentMessages(family.phone, 'review-word')).toBe(0)
  // Repeating the same review is a success; a change is too late.
  expect(
    codes([await write(family, booking, { stars: 5, words }), await write(family, booking, { stars: 1 })]),
  ).toEqual([200, 'review-published'])
  expect(codes([await write(mentor, booking, { stars: 1 })])).toEqual(['review-published'])
})

test('publishes both reviews once both are written; the mentor’s stays private', async () => {
  const pair = await taught()
  const { family, mentor, booking } = pair
  const private_ = 'They are always ready, and pay attention to homework.'
  await write(mentor, booking, { stars: 4 })
  await write(mentor, booking, { stars: 5, words: private_ })
  expect((await own(family)).data[0]).toMatchObject({ theirs: null })
  expect(JSON.stringify(await own(family))).not.toContain(private_)
  await write(family, booking, { stars: 4, words })
  expect((await own(family)).data[0]).toMatchObject({
    theirs: { stars: 5, words: private_ },
    publishesAt: null,
    canWrite: false,
  })
  expect((await own(mentor)).data[0]).toMatchObject({ theirs: { stars: 4, words }, publishesAt: null, canWrite: false })
  expect((await own(mentor)).received).toMatchObject([{ stars: 4, words, canReply: true, reply: null }])
  expect(await readReviews(pair)).toMatchObject({ total: 1, rating: 4 })
  const [{ _id }] = (await readReviews(pair)).data
  const stranger = await app.login((await makeMentor(app.db)).phone, 'mentor')
  expect((await stranger.post(`/api/reviews/${_id}/reply`, { reply: 'Mine' })).status).toBe(404)
  expect((await readReviews(pair)).data[0].reply).toBeNull()
  for (const who of [app.browser(), await app.login(newPhone(), 'student')])
    expect(JSON.stringify((await who.get(`/api/mentor/${pair.slug}/reviews`)).body)).not.toContain(private_)
  expect([
    await sentMessages(mentor.phone, 'review-published'),
    await sentMessages(family.phone, 'review-word'),
  ]).toEqual([1, 1])
})

test('rejects phone numbers, addresses and links', async () => {
  const { family, mentor, booking } = await taught()
  const bad = 'Good, call me on 98260 14210 for more.'
  for (const who of [family, mentor]) {
    const { status, body } = await write(who, booking, { stars: 5, words: bad })
    expect([status, body.code]).toEqual([422, 'review-contact'])
  }
})

test('a mentor can edit a reply for a day, but not one an admin hid', { tags: ['full'] }, async () => {
  const pair = await taught()
  const { family, mentor, booking } = pair
  const stranger = await app.login((await makeMentor(app.db)).phone, 'mentor')
  await write(family, booking, { stars: 2, words })
  await write(mentor, booking, { stars: 5 })
  const id = (await readReviews(pair)).data[0]._id
  const reply = (who: LoggedIn, said: string) => who.post(`/api/reviews/${id}/reply`, { reply: said })
  expect((await reply(stranger, 'Mine')).status).toBe(404)
  expect((await reply(family, 'Mine')).status).toBe(403)
  expect((await reply(mentor, 'mail me: a@b.com')).body.code).toBe('review-contact')
  expect((await reply(mentor, 'Thank you.')).body.data).toMatchObject({
    reply: { words: 'Thank you.' },
    canReply: true,
  })
  expect((await reply(mentor, 'Thank you both.')).status).toBe(200)
  expect((await readReviews(pair)).data[0].reply).toMatchObject({ words: 'Thank you both.' })
  expect(await sentMessages(family.phone, 'review-replied')).toBe(1)
  await sql`update review set replied_at = replied_at - interval '25 hours' where id = ${id}`.execute(app.db)
  expect(codes([await reply(mentor, 'Thank you both.'), await reply(mentor, 'Another')])).toEqual([200, 'reply-late'])
  expect((await own(mentor)).received[0].canReply).toBe(false)
  const hide = await admin.post(`/api/admin/reviews/${id}/decision`, {
    decision: 'hide',
    about: 'reply',
    seen: 'shown',
    reason: 'Rude',
  })
  expect(hide.body.data.reply).toEqual({ words: 'Thank you both.', isHidden: true })
  expect((await readReviews(pair)).data[0].reply).toBeNull()
  expect((await own(family)).data[0].review).toMatchObject({
    reply: { isHidden: true },
    hiddenReason: 'Rude',
    isHidden: false,
  })
  expect([await sentMessages(family.phone, 'reply-hidden'), await sentMessages(mentor.phone, 'reply-hidden')]).toEqual([
    1, 1,
  ])
})

test('a review hidden before publication does not notify the mentor', { tags: ['full'] }, async () => {
  const pair = await taught()
  const { family, mentor, booking } = pair
  await write(family, booking, { stars: 1, words })
  const { data } = (await admin.get('/api/admin/reviews?state=waiting')).body
  const decision = { about: 'review', seen: 'shown', decision: 'hide', reason: 'Not about a class' }
  await admin.post(`/api/admin/reviews/${data[0]._id}/decision`, decision)
  await write(mentor, booking, { stars: 5 })
  expect(await readReviews(pair)).toMatchObject({ total: 0, rating: null })
  expect((await own(mentor)).data[0].theirs).toBeNull()
  expect([
    await sentMessages(mentor.phone, 'review-published'),
    await sentMessages(family.phone, 'review-word'),
  ]).toEqual([0, 1])
})

test('lists reported reviews first; hiding removes one from the rating and notifies both sides', {
  tags: ['full'],
}, async () => {
  const pair = await taught()
  const { family, mentor, booking, slug } = pair
  await write(family, booking, { stars: 1, words })
  await write(mentor, booking, { stars: 5 })
  const [review] = (await readReviews(pair)).data
  const report = (who: LoggedIn) => who.post(`/api/reviews/${review._id}/report`, { text: 'This never happened' })
  expect((await report(family)).status).toBe(404)
  const first = await report(mentor)
  const second = await report(mentor)
  expect(second.body).toEqual(first.body)
  const newer = await taught()
  await write(newer.family, newer.booking, { stars: 5 })
  const list = async (query = '') => (await admin.get(`/api/admin/reviews${query}`)).body
  const top = await list('?limit=1')
  expect(top).toMatchObject({
    reported: 1,
    data: [{ _id: review._id, isHidden: false, reports: [{ about: 'review', isOpen: true }] }],
  })
  const rest = await list(`?limit=50&cursor=${top.nextCursor}`)
  expect(rest.data[0]).toMatchObject({ publishedAt: null, stars: 5, reports: [] })
  expect(rest.data.map((one: { _id: string }) => one._id)).not.toContain(review._id)
  const decide = (who: LoggedIn, body: Record<string, unknown>) =>
    who.post(`/api/admin/reviews/${review._id}/decision`, { about: 'review', seen: 'reported', ...body })
  const support = await app.admin({ role: 'support' })
  expect((await decide(support, { decision: 'show' })).status).toBe(403)
  const hide = { decision: 'hide', reason: 'Not about a class' }
  await Promise.all([decide(admin, hide), decide(admin, hide)])
  expect(await readReviews(pair)).toMatchObject({ total: 0, rating: null })
  expect((await app.browser().get(`/api/mentor/${slug}`)).body.data.ratingCount).toBe(0)
  expect((await bookingOf(family, 'student', booking)).rating).toBeNull()
  expect((await own(family)).data[0].review).toMatchObject({ isHidden: true, hiddenReason: hide.reason })
  expect((await own(mentor)).received[0]).toMatchObject({ isHidden: true, hiddenReason: hide.reason, canReply: false })
  expect([
    await sentMessages(family.phone, 'review-hidden'),
    await sentMessages(mentor.phone, 'review-hidden'),
  ]).toEqual([1, 1])
  const cases = await sql<{
    status: string
  }>`select status from support_case where number = ${first.body.data.number}`.execute(app.db)
  expect(cases.rows).toEqual([{ status: 'resolved' }])
  expect(await list('?state=reported')).toMatchObject({ total: 0, reported: 0 })
  const other = (await readReviews(newer)).data[0] ?? (await list('?state=waiting')).data[0]
  expect((await newer.mentor.post(`/api/reviews/${other._id}/report`, { text: 'Not yet to be read' })).status).toBe(404)
  await write(newer.mentor, newer.booking, { stars: 5 })
  await newer.mentor.post(`/api/reviews/${other._id}/report`, { text: 'Too good to be true' })
  const kept = { decision: 'show', about: 'review', seen: 'reported' }
  const keep = () => admin.post(`/api/admin/reviews/${other._id}/decision`, kept)
  await Promise.all([keep(), keep()])
  expect(await sentMessages(newer.mentor.phone, 'report-declined')).toBe(1)
  expect((await list()).reported).toBe(0)
  await decide(admin, { decision: 'show', seen: 'hidden' })
  expect(await readReviews(pair)).toMatchObject({ total: 1, rating: 1 })
  expect((await bookingOf(family, 'student', booking)).rating).toBe(1)
  expect(await sentMessages(mentor.phone, 'review-shown')).toBe(1)
  const audit = await sql`select 1 from audit where action = 'review.decide' and subject_id = ${review._id}`.execute(
    app.db,
  )
  expect(audit.rows).toHaveLength(2)
})

test('one admin does not undo another unseen, and an appeal is decided by somebody else', async () => {
  const pair = await taught()
  const { family, mentor, booking } = pair
  await write(family, booking, { stars: 1, words })
  await write(mentor, booking, { stars: 5 })
  const [review] = (await readReviews(pair)).data
  const reported = await mentor.post(`/api/reviews/${review._id}/report`, { text: 'This never happened' })
  const other = await app.admin({ role: 'operations' })
  const support = await app.admin({ role: 'support' })
  const decide = async (who: LoggedIn, body: object) => {
    const reply = await who.post(`/api/admin/reviews/${review._id}/decision`, { about: 'review', ...body })
    return reply.body.code ?? reply.status
  }
  const hide = { decision: 'hide', reason: 'Not about a class', seen: 'reported' }
  expect([await decide(admin, hide), await decide(admin, hide)]).toEqual([200, 200])
  expect(await decide(other, { decision: 'show', seen: 'reported' })).toBe('review-moved')
  expect(await decide(other, { ...hide, reason: 'Rude' })).toBe('review-moved')
  expect((await own(family)).data[0].review).toMatchObject({ isHidden: true, hiddenReason: hide.reason })
  const caseNow = async () => {
    const { rows } = await sql<{ id: string; version: number; status: string; by: string }>`
      select id, version, status, decided_by as by from support_case where number = ${reported.body.data.number}`.execute(
      app.db,
    )
    return rows[0]
  }
  const appeal = async () => {
    const open = await caseNow()
    const body = { step: 'appeal', text: 'It did happen', version: open?.version }
    expect((await support.post(`/api/admin/cases/${open?.id}/steps`, body)).status).toBe(200)
  }
  expect((await caseNow())?.status).toBe('resolved')
  await appeal()
  expect(await decide(admin, { decision: 'show', seen: 'hidden' })).toBe('case-own-decision')
  expect(await sentMessages(mentor.phone, 'review-shown')).toBe(0)
  expect(await decide(other, { decision: 'show', seen: 'hidden' })).toBe(200)
  expect(await sentMessages(mentor.phone, 'review-shown')).toBe(1)
  expect(await caseNow()).toMatchObject({ status: 'resolved', by: other.id })
  await appeal()
  const third = await app.admin({ role: 'operations' })
  expect(await decide(third, { decision: 'show', seen: 'shown' })).toBe(200)
  expect(await caseNow()).toMatchObject({ status: 'resolved', by: third.id })
  expect(await sentMessages(mentor.phone, 'review-shown')).toBe(1)
})

test('both sides answer after a held demo; the mentor’s comment is visible to admins only', async () => {
  const made = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(made.phone, 'mentor')
  const booking = await app.paidBooking(family, made.id)
  const answer = (who: LoggedIn, body: Record<string, unknown>) =>
    who.post(`/api/class-bookings/${booking}/demo-outcome`, body)
  const { lesson } = await markedClass(app, mentor, booking)
  // A disputed demo does not ask for an outcome.
  const disputed = `/api/class-bookings/lessons/${lesson}/dispute`
  await family.post(disputed, { reason: 'not_held' })
  expect([(await answer(family, { answer: 'going_on' })).body.code, (await own(family)).data]).toEqual([
    'demo-open',
    [],
  ])
  await family.post(`${disputed}/withdraw`, {})
  expect((await own(family)).data[0]).toMatchObject({ isDemoAsked: true, isAsked: false })
  expect((await own(mentor)).data[0]).toMatchObject({ isDemoAsked: true, isAsked: false })
  expect((await answer(family, { answer: 'would_take' })).body.code).toBe('bad-request')
  const reason = 'Too far for me in the evening'
  const replies = [
    await answer(family, { answer: 'not_now' }),
    await answer(family, { answer: 'going_on' }),
    await answer(mentor, { answer: 'would_not', text: reason }),
  ]
  expect(codes(replies)).toEqual([200, 200, 200])
  expect((await own(family)).data[0]).toMatchObject({ isDemoAsked: false, isAsked: false, canWrite: false })
  await settle(booking)
  expect((await own(family)).data[0]).toMatchObject({ isDemoAsked: false, isAsked: true })
  expect(JSON.stringify([await own(family), await bookingOf(family, 'student', booking)])).not.toContain(reason)
  const { data, total } = (await admin.get('/api/admin/demo-outcomes')).body
  expect(total).toBe(2)
  expect(data.map((one: { side: string; answer: string; words: string }) => [one.side, one.answer, one.words])).toEqual(
    [
      ['mentor', 'would_not', reason],
      ['family', 'going_on', ''],
    ],
  )
  const month = await app.paidBooking(family, made.id, { amount: 4401, plan: 'monthly' })
  expect((await answer(family, { answer: 'skipped' })).status).toBe(200)
  expect((await family.post(`/api/class-bookings/${month}/demo-outcome`, { answer: 'skipped' })).status).toBe(404)
})
