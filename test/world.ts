import { sql } from 'kysely'
import { sealOptOut } from '#server/notifications/opt-out.ts'
import { withLines } from './batch-lines.ts'
import { agePayoutAccounts, makeAdmin, makeEarning, makeMentor, newPhone } from './builders.ts'
import { attendanceOf, inDays, type LoggedIn, type TestApp } from './test-app.ts'
import { makePdf, sendPart } from './uploads.ts'

/** Every caller of the access table, and rows that belong to the first family and mentor. */
export type World = {
  visitor: ReturnType<TestApp['browser']>
  family: LoggedIn
  otherFamily: LoggedIn
  mentor: LoggedIn
  otherMentor: LoggedIn
  /** The owner, and admins with fewer permissions. */
  admin: LoggedIn
  operations: LoggedIn
  support: LoggedIn
  mentorSlug: string
  orderId: string
  bookingId: string
  pendingBookingId: string
  recordId: string
  lessonId: string
  /** A proposal for that class, closed because the class was held. */
  proposalId: string
  /** A review of the first mentor by the family, with a reply. */
  reviewId: string
  /** A private file of the family. */
  mediaId: string
  learnerId: string
  /** An ended session of the family. */
  deviceId: string
  uploadId: string
  /** A conversation of the family and the mentor, its file, and the case of a report about it. */
  chatId: string
  chatFileId: string
  chatCaseId: string
  chatCaseNumber: string
  /** An open payout batch and the first mentor's payout in it. */
  batchId: string
  payoutId: string
  /** Leave of the first mentor, one of them withdrawn. */
  leaveId: string
  endedLeaveId: string
  /** A call request of the family for the first mentor. */
  callId: string
  /** A notification of the family, and the unsubscribe token of an email to it. */
  newsId: string
  offToken: string
}

/** Marker in private fields; it must not reach anybody else. */
export const canary = 'canary7f3a'
/** Marker in the first mentor's bank account number. */
export const bankCanary = '70418256'

export async function makeWorld(app: TestApp): Promise<World> {
  const mentorRow = await makeMentor(app.db, { name: 'Sunita Deshpande', slug: 'sunita-deshpande' })
  const otherMentorRow = await makeMentor(app.db)
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(mentorRow.phone, 'mentor')
  const order = await family.post('/api/payment/create-order', {
    amount: 99,
    mentorId: mentorRow.id,
    learner: { name: 'Aarav', grade: '9' },
  })
  await app.pay(order.body, 'success')
  const bookingId = (await family.get(`/api/payment/order/${order.body.order_id}`)).body.data.booking
  const pendingBookingId = await app.paidBooking(family, mentorRow.id, { amount: 4500, plan: 'monthly' })
  const date = await app.lessonYesterday(mentor, bookingId)
  const record = await mentor.post('/api/class-records', attendanceOf(bookingId, date, '10:00', '11:00'))
  const document = makePdf(1, `/Note (${canary})`)
  const uploadId = 'upload-of-the-family'
  const file = { kind: 'raw', preset: 'mentor-document', file: document, fileName: `${canary}.pdf` } as const
  const proposal = await sql<{ id: string }>`
    insert into time_proposal (lesson_id, made_by, from_at, to_at, expires_at)
    select id, 'family', starts_at, starts_at, starts_at from lesson where id = ${record.body.data.lesson} returning id`.execute(
    app.db,
  )
  const review = await sql<{ id: string }>`
    insert into review (mentor_id, booking_id, family_id, stars, lessons_held, published_at, reply, replied_at)
    values (${mentorRow.id}, ${pendingBookingId}, ${family.id}, 5, 1, now(), 'Thank you', now()) returning id`.execute(
    app.db,
  )
  const ended = await sql<{ id: string }>`
    insert into session (token_hash, account_id, user_type, expires_at, revoked_at)
    select 'ended', account_id, 'student', now(), now() from family where id = ${family.id} returning id`.execute(
    app.db,
  )
  const uploaded = await sendPart(family, { ...file, id: uploadId, first: 0, end: document.length })
  const chat = await makeChat(app, family, mentorRow.id)
  const admin = await app.login((await makeAdmin(app.db)).phone, 'admin')
  await makeEarning(app.db, mentorRow.id, 50_000)
  const account = { method: 'bank', holder: canary, accountNumber: `918237${bankCanary}`, ifsc: 'SBIN0001234' }
  await mentor.put('/api/mentor/payout-account', account)
  await agePayoutAccounts(app.db)
  const batch = await withLines(admin, admin.post('/api/admin/payouts', { until: inDays(0) }))
  const leave = async (days: number) =>
    (await mentor.post('/api/mentor/leave', { from: inDays(days), to: inDays(days + 1), note: canary })).body.data._id
  const leaveId = await leave(30)
  const endedLeaveId = await leave(40)
  await mentor.call('DELETE', `/api/mentor/leave/${endedLeaveId}`)
  const call = await family.post('/api/mentor-call', { mentorId: mentorRow.id })
  const news = await sql<{ id: string; accountId: string }>`
    select n.id, n.account_id as "accountId" from news n join family f on f.account_id = n.account_id
    where f.id = ${family.id} and side = 'family' order by n.id limit 1`.execute(app.db)
  return {
    visitor: app.browser(),
    family,
    otherFamily: await app.login(newPhone(), 'student'),
    mentor,
    otherMentor: await app.login(otherMentorRow.phone, 'mentor'),
    admin,
    operations: await app.login((await makeAdmin(app.db, { role: 'operations' })).phone, 'admin'),
    support: await app.login((await makeAdmin(app.db, { role: 'support' })).phone, 'admin'),
    mentorSlug: mentorRow.slug,
    orderId: order.body.order_id,
    bookingId,
    pendingBookingId,
    recordId: record.body.data._id,
    lessonId: record.body.data.lesson,
    proposalId: proposal.rows[0]?.id ?? '',
    reviewId: review.rows[0]?.id ?? '',
    mediaId: uploaded.body.public_id,
    learnerId: (await family.get('/api/users/learners')).body.data[0]._id,
    deviceId: ended.rows[0]?.id ?? '',
    uploadId,
    ...chat,
    batchId: batch.body.data._id,
    payoutId: batch.body.data.lines[0]._id,
    leaveId,
    endedLeaveId,
    callId: call.body.data._id,
    newsId: news.rows[0]?.id ?? '',
    offToken: sealOptOut(app.context.cursors, { accountId: news.rows[0]?.accountId ?? '', kind: 'payments' }),
  }
}

async function makeChat(app: TestApp, family: LoggedIn, mentorId: string) {
  const document = makePdf(1, `/Note (${canary})`)
  const id = 'file-of-the-family'
  const of = { kind: 'raw', preset: 'chat-document', file: document, fileName: `${canary}.pdf`, id } as const
  const chatFileId = (await sendPart(family, { ...of, first: 0, end: document.length })).body.public_id
  const { rows } = await sql<{ id: string }>`with made as (
      insert into conversation (family_id, mentor_id, last_seq) values (${family.id}, ${mentorId}, 1) returning id),
    written as (insert into message (conversation_id, seq, sender, client_id, text, media_id)
      select id, 1, 'family', gen_random_uuid(), ${canary}, ${chatFileId} from made)
    select id from made`.execute(app.db)
  const chatId = rows[0]?.id ?? ''
  const report = await family.post(`/api/chat/conversations/${chatId}/report`, { reason: 'rude', text: canary })
  const cases = await sql<{
    id: string
  }>`select id from support_case where number = ${report.body.data.number}`.execute(app.db)
  return { chatId, chatFileId, chatCaseId: cases.rows[0]?.id ?? '', chatCaseNumber: report.body.data.number }
}
