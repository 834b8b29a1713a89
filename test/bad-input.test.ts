import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, scheduleOf, type TestApp, testApp } from './test-app.ts'
import { makeWorld, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await testApp()
  world = await makeWorld(app)
})
afterAll(() => app.stop())

test('names of JavaScript properties are not accepted as subjects', async () => {
  for (const subject of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const body = { ...scheduleOf({ date: inDays(2), time: '10:00' }), subject }
    expect((await world.mentor.put(`/api/class-bookings/booking/${world.pendingBookingId}`, body)).status).toBe(400)
    expect((await app.browser().get(`/api/mentor?subject=${subject}`)).status).toBe(400)
  }
})

const bank = { method: 'bank', holder: 'Asha Verma', accountNumber: '123456789', ifsc: 'SBIN0001234' }

const noPlace = '01890000-0000-7000-8000-000000000001'
const place = {
  kind: 'area',
  name: 'Testpur',
  nameHi: 'टेस्टपुर',
  aliases: [],
  parent: noPlace,
  lat: 22.7,
  lon: 75.8,
  status: 'shown',
}
const rule = { weekdays: [1], time: '10:00', minutes: 60, from: '2027-01-01' }
test.each([
  ['a zero byte in a list of ids', 'GET', '/api/mentor/selected-mentors?id=%00', undefined],
  ['a zero byte in a name', 'GET', '/api/mentor/%00', undefined],
  ['a zero byte in a name whose reviews are asked for', 'GET', '/api/mentor/%00/reviews', undefined],
  ['a zero byte in the id of a file', 'GET', '/api/media/%00/link', undefined],
  ['a path as the name of an upload', 'GET', '/api/media/uploads/..%2F..%2Fsecret-key', undefined],
  ['a language that has no reviews', 'GET', '/api/testimonials?language=constructor', undefined],
  ['a broken escape in the address', 'GET', '/api/mentor/%E0%A4%A', undefined],
  [
    'a date in the year 0',
    'POST',
    '/api/class-records',
    { date: '0000-01-01', timeIn: '10:00', timeOut: '11:00', duration: '1 h', topic: 'x' },
  ],
  [
    'an unpaired surrogate in a name',
    'PUT',
    '/api/class-bookings/booking/ID',
    { ...scheduleOf({ date: inDays(2), time: '10:00' }), studentName: '\ud800' },
  ],
  ['a visit code with letters', 'POST', '/api/class-records/ID/code', { code: 'abcd' }],
  ['a visit code of five digits', 'POST', '/api/class-records/ID/code', { code: '12345' }],
  ['a note of 401 characters', 'PUT', '/api/class-records/ID/note', { note: 'x'.repeat(401), homework: '' }],
  [
    'an unpaired surrogate in the name of a caller',
    'POST',
    '/api/mentor-call',
    { name: '\ud800', phone: '9811100045' },
  ],
  ['letters in a phone number', 'PUT', '/api/mentor-call/ID', { mentorPhone: 'call me' }],
  ['an unpaired surrogate in a call note', 'PUT', '/api/mentor-call/ID', { note: '\ud800', version: 1 }],
  ['an unknown call request status', 'GET', '/api/mentor-call?status=constructor', undefined],
  ['a zero byte in a call request search', 'GET', '/api/mentor-call?q=%00', undefined],
  ['an unpaired surrogate in homework', 'PUT', '/api/class-records/ID/note', { note: '', homework: '\ud800' }],
  ['an attendance sheet without a month', 'GET', '/api/class-bookings/ID/sheet/csv', undefined],
  ['an attendance sheet for month 13', 'GET', '/api/class-bookings/ID/sheet/pdf?month=2026-13', undefined],
  ['hours as text', 'POST', '/api/payment/create-order', { amount: 450, plan: 'hourly', hours: '2' }],
  ['a replacement without a mentor', 'POST', '/api/class-bookings/booking/ID/replacement', { balance: 1, minutes: 1 }],
  [
    'a replacement with a fraction of a paisa',
    'POST',
    '/api/class-bookings/booking/ID/replacement',
    { mentor: '01890000-0000-7000-8000-000000000001', balance: 1.005, minutes: 1 },
  ],
  ['a negative guarantee refund', 'POST', '/api/class-bookings/lessons/ID/guarantee', { amount: -1 }],
  ['an unknown dispute reason', 'POST', '/api/class-bookings/lessons/ID/dispute', { reason: 'settled' }],
  [
    'a dispute text that is too long',
    'POST',
    '/api/class-bookings/lessons/ID/dispute',
    { reason: 'other', text: 'x'.repeat(601) },
  ],
  ['a case note without text', 'POST', '/api/admin/cases/ID/steps', { step: 'note', text: ' \n ', version: 1 }],
  ['a case assignment without an assignee', 'POST', '/api/admin/cases/ID/steps', { step: 'give', version: 1 }],
  [
    'an unknown case priority',
    'POST',
    '/api/admin/cases/ID/steps',
    { step: 'priority', priority: 'urgent', version: 1 },
  ],
  ['a case action without a version', 'POST', '/api/admin/cases/ID/steps', { step: 'take' }],
  [
    'an answer that is too long',
    'POST',
    '/api/admin/cases/ID/steps',
    { step: 'answer', text: 'x'.repeat(2001), version: 1 },
  ],
  ['an unknown case action', 'POST', '/api/admin/cases/ID/steps', { step: 'delete', version: 1 }],
  [
    'a dispute share above 100 percent',
    'POST',
    '/api/admin/disputes/ID/decision',
    { share: 101, reason: 'x', version: 1 },
  ],
  ['a fractional dispute share', 'POST', '/api/admin/disputes/ID/decision', { share: 12.5, reason: 'x', version: 1 }],
  [
    'a dispute decision without a reason',
    'POST',
    '/api/admin/disputes/ID/decision',
    { share: 50, reason: ' ', version: 1 },
  ],
  [
    'a dispute amount with a fraction of a paisa',
    'PUT',
    '/api/admin/disputes/ID',
    { lesson: '01890000-0000-7000-8000-000000000001', amount: 1.005, fee: 99, reason: 'x' },
  ],
  ['attendance without a reason', 'PUT', '/api/admin/classes/ID/attendance', { held: false, reason: ' ' }],
  [
    'attendance at 25:00',
    'PUT',
    '/api/admin/classes/ID/attendance',
    { held: true, timeIn: '25:00', timeOut: '26:00', topic: 'x', reason: 'x' },
  ],
  ['an unknown class status', 'GET', '/api/admin/classes?status=lost', undefined],
  ['an unknown class mode', 'GET', '/api/admin/classes?mode=constructor', undefined],
  ['bookings from 31 February', 'GET', '/api/admin/bookings?from=2027-02-31', undefined],
  ['a zero byte in a family search', 'GET', '/api/admin/families?q=%00', undefined],
  ['a suspension without a reason', 'POST', '/api/admin/accounts/ID/suspend', { reason: '' }],
  ['a landline as the new phone number', 'PUT', '/api/admin/accounts/ID/phone', { phone: '0731400000', reason: 'x' }],
  ['a zero byte in a place search', 'GET', '/api/admin/places?q=%00', undefined],
  ['an unknown place kind', 'GET', '/api/admin/places?kind=constructor', undefined],
  ['a place export with an invalid parent id', 'GET', '/api/admin/places.csv?within=Indore', undefined],
  ['a place id that is not a UUID', 'GET', '/api/admin/places/Indore', undefined],
  ['a place merge without a version', 'POST', '/api/admin/places/ID/merge', { into: noPlace }],
  ['a place removal with version -1', 'DELETE', '/api/admin/places/ID?version=-1', undefined],
  ['a place with an out-of-range latitude', 'POST', '/api/admin/places', { ...place, lat: 1e300, lon: 75 }],
  [
    'a place with too many decimal digits',
    'POST',
    '/api/admin/places',
    { ...place, lat: 22.71234567890123, lon: 75.8 },
  ],
  ['an unpaired surrogate in a place name', 'PUT', '/api/admin/places/ID', { ...place, name: '\ud800', version: 0 }],
  ['a place with 41 aliases', 'POST', '/api/admin/places', { ...place, aliases: Array(41).fill('x') }],
  ['markup in a place name', 'POST', '/api/admin/places', { ...place, name: '<script>' }],
  ['an unknown catalogue kind', 'GET', '/api/admin/catalogue/constructor', undefined],
  ['a zero byte in a catalogue key', 'GET', '/api/admin/catalogue/subject/%00', undefined],
  [
    'an unpaired surrogate in a Hindi name',
    'POST',
    '/api/admin/catalogue/subject',
    { en: 'Drones', hi: '\ud800', place: 5, isShown: true },
  ],
  [
    'a negative position',
    'POST',
    '/api/admin/catalogue/subject',
    { en: 'Drones', hi: 'ड्रोन', place: -1, isShown: true },
  ],
  ['an unknown admin role', 'PUT', '/api/admin/admins', { phone: '9000000009', name: 'A', role: 'root' }],
  ['a weekday out of range', 'PUT', '/api/class-bookings/ID/timetable', { ...rule, weekdays: [0] }],
  ['a duplicate weekday', 'PUT', '/api/class-bookings/ID/timetable', { ...rule, weekdays: [2, 2] }],
  ['a class of five minutes', 'PUT', '/api/class-bookings/ID/timetable', { ...rule, minutes: 5 }],
  ['a timetable from 31 February', 'PUT', '/api/class-bookings/ID/timetable', { ...rule, from: '2027-02-31' }],
  [
    'a thousand skipped dates',
    'PUT',
    '/api/class-bookings/ID/timetable',
    { ...rule, leaveOut: Array(1000).fill('2027-01-01') },
  ],
  ['a class moved to 25:00', 'PUT', '/api/class-bookings/lessons/ID/time', { date: '2027-01-01', time: '25:00' }],
  ['an unknown skip cause', 'POST', '/api/class-bookings/lessons/ID/skip', { cause: 'rain' }],
  [
    'availability until 25:00',
    'PUT',
    '/api/mentor/availability',
    { version: 0, week: [{ weekday: 1, from: '10:00', to: '25:00' }] },
  ],
  ['availability without a version', 'PUT', '/api/mentor/availability', { week: [] }],
  ['a date exception on 31 February', 'PUT', '/api/mentor/availability/days/2027-02-31', { hours: [] }],
  ['leave that ends before it begins', 'POST', '/api/mentor/leave', { from: '2027-01-02', to: '2027-01-01' }],
  ['a leave note with two lines', 'POST', '/api/mentor/leave', { from: '2027-01-01', to: '2027-01-01', note: 'a\nb' }],
  ['free times with an invalid id', 'GET', '/api/mentor/free-times?id=%00', undefined],
  ['free times for a one-minute class', 'GET', '/api/mentor/x/free-times?minutes=1', undefined],
  ['a calendar for month 13', 'GET', '/api/calendar?month=2026-13', undefined],
  ['a calendar without a month', 'GET', '/api/calendar', undefined],
  [
    'an invalid credit id',
    'POST',
    '/api/class-bookings/ID/lessons',
    { date: '2027-01-01', time: '10:00', credit: '1' },
  ],
  ['an outcome of an unknown action', 'GET', '/api/class-bookings/lessons/ID/outcome?action=skip', undefined],
  [
    'a cancellation without the time it was shown for',
    'POST',
    '/api/class-bookings/lessons/ID/cancel',
    { fee: 0, credit: 60 },
  ],
  [
    'a negative cancellation fee',
    'POST',
    '/api/class-bookings/lessons/ID/cancel',
    { startsAt: '2027-01-01T10:00:00.000Z', fee: -1, credit: 60 },
  ],
  ['an unknown no-show answer', 'POST', '/api/class-bookings/lessons/ID/no-show/answer', { answer: 'maybe' }],
  [
    'a proposal for 30 February',
    'POST',
    '/api/class-bookings/lessons/ID/proposal',
    { date: '2027-02-30', time: '10:00' },
  ],
  ['an unknown proposal answer', 'POST', '/api/class-bookings/proposals/ID/answer', { answer: 'open' }],
  ['notifications read up to an invalid id', 'POST', '/api/news/read', { newest: 'all' }],
  ['an invalid notification id', 'POST', '/api/news/1/read', undefined],
  ['a thousand notifications at once', 'GET', '/api/news?limit=1000', undefined],
  ['an unknown message state', 'GET', '/api/admin/messages?state=sent', undefined],
  ['an unknown message channel', 'GET', '/api/admin/messages?channel=fax', undefined],
  ['another run with an invalid job id', 'POST', '/api/admin/jobs/refunds.send/1/again', undefined],
  [
    'another run of an odd queue',
    'POST',
    '/api/admin/jobs/Refunds/0198c7a2-1234-7abc-8def-001122334455/again',
    undefined,
  ],
  ['a resend with an invalid message id', 'POST', '/api/admin/messages/1/again', undefined],
  ['a review with no stars', 'POST', '/api/class-bookings/ID/review', { stars: 0 }],
  ['a review with four and a half stars', 'POST', '/api/class-bookings/ID/review', { stars: 4.5 }],
  ['a review with too few characters', 'POST', '/api/class-bookings/ID/review', { stars: 5, words: 'Good' }],
  ['a review of 601 characters', 'POST', '/api/class-bookings/ID/review', { stars: 5, words: 'a'.repeat(601) }],
  ['an empty review reply', 'POST', '/api/reviews/ID/reply', { reply: ' \n ' }],
  ['a review reply of 401 characters', 'POST', '/api/reviews/ID/reply', { reply: 'a'.repeat(401) }],
  ['a review report without a reason', 'POST', '/api/reviews/ID/report', {}],
  ['an unknown demo outcome', 'POST', '/api/class-bookings/ID/demo-outcome', { answer: 'maybe' }],
  [
    'a profile change declined without a reason',
    'POST',
    '/api/admin/mentors/ID/change-decision',
    { change: '01890000-0000-7000-8000-000000000001', decision: 'decline', version: 1 },
  ],
  [
    'a review hidden without a reason',
    'POST',
    '/api/admin/reviews/ID/decision',
    { decision: 'hide', about: 'review', seen: 'shown' },
  ],
  ['an invalid booking id in a renewal', 'POST', '/api/payment/renewals', { booking: 'x', amount: 4500 }],
  ['an unknown preferred day', 'POST', '/api/payment/create-order', { amount: 4500, wishes: { days: ['someday'] } }],
  [
    'a preferred time without a day',
    'POST',
    '/api/payment/create-order',
    { amount: 225, plan: 'hourly', wishes: { time: '10:00' } },
  ],
  ['an invalid order id in a refund', 'POST', '/api/payment/refunds', { order: "' or 1=1" }],
  ['an account number with letters', 'PUT', '/api/mentor/payout-account', { ...bank, accountNumber: '12345678O' }],
  ['an account number too short', 'PUT', '/api/mentor/payout-account', { ...bank, accountNumber: '12345678' }],
  ['an IFSC without its zero', 'PUT', '/api/mentor/payout-account', { ...bank, ifsc: 'SBIN1001234' }],
  ['a UPI id without a bank', 'PUT', '/api/mentor/payout-account', { method: 'upi', holder: 'Asha', upi: 'asha' }],
  [
    'a UPI id that is a formula',
    'PUT',
    '/api/mentor/payout-account',
    { method: 'upi', holder: 'Asha', upi: '=1+1@ok' },
  ],
  ['a bank account and a UPI id at once', 'PUT', '/api/mentor/payout-account', { ...bank, upi: 'asha@okaxis' }],
  ['an account holder over two lines', 'PUT', '/api/mentor/payout-account', { ...bank, holder: 'Asha\nVerma' }],
  ['an unknown query parameter', 'GET', '/api/session?x=1', undefined],
] as const)('rejects %s with 400', async (_, method, path, body) => {
  const who = /admin\/|mentor-call/.test(path)
    ? world.admin
    : /payment|dispute|replacement|guarantee/.test(path)
      ? world.family
      : world.mentor
  const input = body && { ...body, ...(path.includes('create-order') ? { mentorId: world.mentor.id } : {}) }
  const withIds = path === '/api/class-records' ? { ...input, classBooking: world.bookingId } : input
  const reply = await who.call(method, path.replace('ID', world.pendingBookingId), withIds)
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
  expect(reply.body.requestId).toBeTruthy()
})

test('rejects a body that is not JSON or too large', async () => {
  const json = { 'content-type': 'application/json' }
  const broken = await app.browser().post('/api/otp/send-otp', '{"mobile":', { headers: json })
  expect([broken.status, broken.body.code]).toEqual([400, 'bad-request'])
  const large = await app.browser().post('/api/otp/send-otp', `{"mobile":"${'9'.repeat(400_000)}"}`, { headers: json })
  expect([large.status, large.body.code]).toEqual([413, 'too-large'])
})

test('validates the idempotency key and repeats the reply for the same key', async () => {
  const path = `/api/class-bookings/booking/${world.pendingBookingId}`
  const body = scheduleOf({ date: inDays(2), time: '06:00' })
  const bad = await world.mentor.put(path, body, { headers: { 'idempotency-key': 'short' } })
  expect(bad.body.details.fields[0].field).toBe('Idempotency-Key')
  const [a, b] = await Promise.all(
    [1, 2].map(() => world.mentor.put(path, body, { headers: { 'idempotency-key': 'same-key-twice' } })),
  )
  expect([a?.status, b?.status].sort()).toEqual(a?.status === b?.status ? [200, 200] : [200, 409])
  const again = await world.mentor.put(path, body, { headers: { 'idempotency-key': 'same-key-twice' } })
  expect(again.status).toBe(200)
  const other = await world.mentor.put(
    path,
    { ...body, scheduledTime: '07:00' },
    { headers: { 'idempotency-key': 'same-key-twice' } },
  )
  expect([other.status, other.body.code]).toEqual([422, 'idempotency-mismatch'])
})

test.each([
  ['nothing', { amount: 0 }],
  ['half a paisa', { amount: 1.005 }],
  ['less than nothing', { amount: -1 }],
  ['text', { amount: '100' }],
  ['no reason', { amount: 1, reason: ' ' }],
] as const)('rejects a refund of %s with 400', async (_, wrong) => {
  const body = { order: world.orderId, reason: 'Late', left: 0, ...wrong }
  const reply = await world.admin.put('/api/admin/refunds/01890000-0000-7000-8000-000000000001', body)
  expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
})

test.each([
  ['GET', '/api/admin/books?show=all', undefined],
  ['GET', '/api/admin/books?limit=0', undefined],
  ['POST', '/api/admin/books/checks?force=1', undefined],
  ['PUT', '/api/admin/books/own-money/x', { way: 'in', amount: 1, note: 'a' }],
  ['PUT', '/api/admin/books/own-money/01890000-0000-7000-8000-000000000001', { way: 'in', amount: 0, note: 'a' }],
  ['PUT', '/api/admin/books/own-money/01890000-0000-7000-8000-000000000001', { way: 'in', amount: 0.001, note: 'a' }],
  ['PUT', '/api/admin/books/own-money/01890000-0000-7000-8000-000000000001', { way: 'in', amount: 1e8, note: 'a' }],
  ['PUT', '/api/admin/books/own-money/01890000-0000-7000-8000-000000000001', { way: 'over', amount: 1, note: 'a' }],
  ['PUT', '/api/admin/books/months/2026-13/closing', undefined],
  ['PUT', '/api/admin/books/months/november/closing', undefined],
  ['GET', '/api/admin/books/export?month=2026-10', undefined],
  ['GET', '/api/admin/books/export?month=2026-10&format=pdf', undefined],
  ['POST', '/api/admin/books/differences/x/take', undefined],
  ['POST', '/api/admin/books/differences/x/resolve', { note: 'Done' }],
  ['POST', '/api/admin/books/differences/01890000-0000-7000-8000-000000000001/resolve', {}],
  ['POST', '/api/admin/books/differences/01890000-0000-7000-8000-000000000001/resolve', { note: ' ' }],
  ['POST', '/api/admin/books/differences/01890000-0000-7000-8000-000000000001/resolve', { note: 'a', by: 'me' }],
] as const)('reconciliation: rejects %s %s with %j', async (method, path, body) => {
  const reply = await world.admin.call(method, path, body)
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([400, 'bad-request'])
})

test.each([
  ['POST', '/api/admin/payouts', {}],
  ['POST', '/api/admin/payouts', { until: '2026-02-30' }],
  ['POST', '/api/admin/payouts', { until: inDays(1) }],
  ['POST', '/api/admin/payouts/BATCH/paid', { reference: '', amount: 500 }],
  ['POST', '/api/admin/payouts/BATCH/paid', { reference: 'UTR00001', amount: '500' }],
  ['POST', '/api/admin/payouts/BATCH/paid', { reference: 'UTR00001', amount: 500.001 }],
  ['POST', '/api/admin/payouts/BATCH/paid', { reference: 'UTR00001', amount: -500 }],
  ['POST', '/api/admin/payouts/BATCH/leave-out', { payout: 'x', reason: 'Late' }],
  ['POST', '/api/admin/payouts/BATCH/leave-out', { payout: '01890000-0000-7000-8000-000000000000', reason: ' ' }],
  ['POST', '/api/admin/payouts/BATCH/leave-out', { payout: '01890000-0000-7000-8000-000000000000' }],
  [
    'POST',
    '/api/admin/payouts/BATCH/leave-out',
    { payout: '01890000-0000-7000-8000-000000000000', reason: 'Late', bankDidNotPay: 'yes' },
  ],
  ['POST', '/api/admin/payouts/x/undo', undefined],
  ['POST', '/api/admin/payouts/BATCH/undo', { bankDidNotPay: 'no' }],
  ['GET', '/api/payouts/01890000-0000-7000-8000-000000000000/pdf?language=fr', undefined],
  ['GET', '/api/admin/payouts?until=yesterday', undefined],
  ['GET', '/api/admin/payouts/%00/bank-file', undefined],
] as const)('payouts: rejects %s %s with %j', async (method, path, body) => {
  const reply = await world.admin.call(method, path.replace('BATCH', world.batchId), body)
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([400, 'bad-request'])
})

const talk = { user1: 'x', user2: 'y' }
test.each([
  ['GET', '/api/chat/conversations?limit=51', undefined],
  ['GET', '/api/chat/unread?of=all', undefined],
  ['POST', '/api/chat/history', { user1: 'x' }],
  ['POST', '/api/chat/history', { user1: 'x', user2: ['y'] }],
  ['POST', '/api/chat/history', { ...talk, limit: 201 }],
  ['POST', '/api/chat/history', { ...talk, before: -1 }],
  ['POST', '/api/chat/history', { ...talk, before: 2, after: 1 }],
  ['POST', '/api/chat/history', { ...talk, before: 1.5 }],
  ['POST', '/api/chat/history', { ...talk, after: 1e12 }],
  ['POST', '/api/chat/messages', { receiver: 'x', message: 1 }],
  ['POST', '/api/chat/messages', { receiver: 'x', message: 'x', clientId: 'x' }],
  ['POST', '/api/chat/messages', { receiver: 'CHAT', message: 5 }],
  ['POST', '/api/chat/messages', { message: 'Hello' }],
  ['POST', '/api/chat/messages', { receiver: 'CHAT', message: 'Hello', clientId: '1' }],
  ['POST', '/api/chat/messages', { receiver: 'CHAT', message: 'Hello', replyTo: -1 }],
  ['POST', '/api/chat/messages', { receiver: 'CHAT', message: 'Hello', isRead: true }],
  ['GET', '/api/chat/conversations/CHAT/search', undefined],
  ['GET', '/api/chat/conversations/CHAT/search?q=a', undefined],
  ['GET', '/api/chat/conversations/CHAT/search?q=%20%20a%20%20', undefined],
  ['GET', '/api/chat/conversations/CHAT/search?q=%00%00', undefined],
  ['GET', `/api/chat/conversations/CHAT/search?q=${'a'.repeat(101)}`, undefined],
  ['GET', '/api/chat/conversations/x/search?q=abc', undefined],
  ['PUT', '/api/chat/conversations/CHAT/blocked', {}],
  ['PUT', '/api/chat/conversations/CHAT/blocked', { blocked: 'yes' }],
  ['POST', '/api/chat/conversations/CHAT/report', {}],
  ['POST', '/api/chat/conversations/CHAT/report', { reason: 'boring' }],
  ['POST', '/api/chat/conversations/CHAT/report', { reason: 'other', text: 'a'.repeat(601) }],
  ['POST', '/api/chat/conversations/CHAT/report', { reason: 'other', text: 'a\u0000b' }],
  ['POST', '/api/chat/conversations/CHAT/report', { reason: 'other', seq: 0 }],
  ['GET', '/api/chat/files/%00', undefined],
] as const)('chat: rejects %s %s with %j', async (method, path, body) => {
  const reply = await world.family.call(method, path.replace('CHAT', world.chatId), body)
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([400, 'bad-request'])
})

test.each(['%00', 'constructor', '%27%20or%201=1', '..%2F..', 'a'.repeat(120)])(
  'no mentor is found by the name %s',
  async (name) => {
    for (const who of [world.family, world.mentor]) {
      expect((await who.get(`/api/chat/with/${name}`)).status).toBe(404)
      const input = { user1: who.id, user2: decodeURIComponent(name).slice(0, 60) }
      expect((await who.post('/api/chat/history', input)).status).toBe(404)
    }
  },
)

const aMentor = '01890000-0000-7000-8000-000000000001'
const changes = '/api/admin/listing-changes'
const tooMany = Array.from({ length: 501 }, () => aMentor)
test.each([
  ['GET', '/api/admin/listings?sort=phone', undefined],
  ['GET', '/api/admin/listings?q=%00', undefined],
  ['GET', '/api/admin/listings?status=draft', undefined],
  ['GET', '/api/admin/listings?limit=101', undefined],
  ['GET', '/api/admin/listings.csv?cursor=x', undefined],
  ['POST', changes, { of: { mentors: [] }, set: { adminRanking: 5 } }],
  ['POST', changes, { of: { mentors: ['x'] }, set: { adminRanking: 5 } }],
  ['POST', changes, { of: { mentors: tooMany }, set: { adminRanking: 5 } }],
  ['POST', changes, { of: { filter: { limit: 5 } }, set: { adminRanking: 5 } }],
  ['POST', changes, { of: { mentors: [aMentor], filter: {} }, set: { adminRanking: 5 } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { adminRanking: 0 } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { adminRanking: 100 } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { adminRanking: 1.5 } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { tier: 'bronze' } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { adminBrief: 'x'.repeat(1501) } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { adminBrief: 'a\u0000b' } }],
  ['POST', changes, { of: { mentors: [aMentor] }, set: { status: 'verified' } }],
  ['GET', `${changes}/%00`, undefined],
  ['GET', `${changes}/${aMentor}/rows?state=lost`, undefined],
  ['POST', `${changes}/x/apply`, undefined],
  ['POST', `${changes}/file?name=${'x'.repeat(201)}`, undefined],
  ['POST', '/api/admin/mentor-links', { name: ' ', mentors: [aMentor] }],
  ['POST', '/api/admin/mentor-links', { name: 'a\u0000b', mentors: [aMentor] }],
  ['POST', '/api/admin/mentor-links', { name: 'x', mentors: [] }],
  ['POST', '/api/admin/mentor-links', { name: 'x', mentors: tooMany }],
  ['POST', '/api/admin/mentor-links', { name: 'x', mentors: [aMentor], days: 0 }],
  ['POST', '/api/admin/mentor-links', { name: 'x', mentors: [aMentor], days: 366 }],
  ['POST', '/api/admin/mentor-links/x/end', undefined],
  ['GET', '/api/mentor-links/%00', undefined],
  ['GET', '/api/mentor-links/short', undefined],
  ['POST', '/api/mentor-links/..%2F..%2Fx/open', undefined],
] as const)('listings: rejects %s %s', async (method, path, body) => {
  const reply = await world.admin.call(method, path, body)
  expect([reply.status, reply.body.code], JSON.stringify(reply.body)).toEqual([400, 'bad-request'])
})
