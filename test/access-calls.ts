import { consentText } from '#contract/people/consent-texts.ts'
import { breach, home } from './builders.ts'
import { attendanceOf, inDays, scheduleOf, tomorrow } from './test-app.ts'
import { makePdf, multipart } from './uploads.ts'
import type { World } from './world.ts'

const learner = { name: 'Diya', grade: '5', school: null, board: null }
const unknown = '01890000-0000-7000-8000-000000000000'
const rule = { weekdays: [1, 4], time: '06:00', minutes: 60, from: inDays(2) }

// Other people's calls come first, because the owner's call may change the row.
export const callers = ['visitor', 'otherFamily', 'otherMentor', 'family', 'mentor', 'admin'] as const
export type Who = (typeof callers)[number]
export const kinds = {
  visitor: 'visitor',
  family: 'family',
  otherFamily: 'family',
  mentor: 'mentor',
  otherMentor: 'mentor',
  admin: 'admin',
} as const

/** A valid call to an endpoint about the first family's and mentor's rows, and the status other callers get. */
export type Call = {
  path: string
  body?: unknown
  headers?: Record<string, string>
  other?: 200 | 400 | 401 | 403 | 404
  own?: number
  visitor?: number
}
const noPlace = '/api/admin/places/01890000-0000-7000-8000-000000000001'
const placeFacts = {
  name: 'Testpur',
  nameHi: 'टेस्टपुर',
  aliases: [],
  parent: null,
  lat: null,
  lon: null,
  status: 'shown',
}
const noChange = '/api/admin/listing-changes/01890000-0000-7000-8000-000000000001'
const nobody = '/api/admin/accounts/01890000-0000-7000-8000-000000000001'
export const calls: Record<string, (world: World, who: Who) => Call> = {
  // One code per phone every 30 seconds, so each caller uses its own phone.
  'POST /api/otp/send-otp': (_, who) => ({
    path: '/api/otp/send-otp',
    body: { mobile: `900000000${callers.indexOf(who)}` },
  }),
  'POST /api/otp/verify-otp': () => ({
    path: '/api/otp/verify-otp',
    body: { verificationId: '01890000-0000-7000-8000-000000000000', code: '123456' },
    own: 401,
    visitor: 401,
  }),
  'POST /api/passkeys/login-options': () => ({ path: '/api/passkeys/login-options' }),
  'POST /api/passkeys/login': () => ({
    path: '/api/passkeys/login',
    body: {
      userType: 'student',
      passkey: { id: 'AAAA', clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
    own: 401,
    visitor: 401,
  }),
  'GET /api/profile/passkeys': () => ({ path: '/api/profile/passkeys', other: 200 }),
  'POST /api/profile/passkeys/options': () => ({ path: '/api/profile/passkeys/options', other: 200 }),
  'POST /api/profile/passkeys': () => ({
    path: '/api/profile/passkeys',
    body: {
      name: 'Phone',
      passkey: { id: 'AAAA', clientDataJSON: 'e30', attestationObject: 'AAAA', transports: ['internal'] },
    },
    own: 401,
    other: 401,
  }),
  'DELETE /api/profile/passkeys/:id': () => ({
    path: '/api/profile/passkeys/01890000-0000-7000-8000-000000000000',
    own: 404,
  }),
  'GET /api/session': () => ({ path: '/api/session' }),
  'POST /api/session/logout': () => ({ path: '/api/session/logout' }),
  // Each caller keeps its role, so that later rows of the matrix find it unchanged.
  'POST /api/session/switch': (_, who) => ({
    path: '/api/session/switch',
    body: { userType: kinds[who] === 'mentor' ? 'mentor' : 'student' },
    other: 200,
  }),
  'POST /api/users/login-check': ({ family }) => ({ path: '/api/users/login-check', body: { phone: family.phone } }),
  'POST /api/mentor/login-check': ({ mentor }) => ({ path: '/api/mentor/login-check', body: { phone: mentor.phone } }),
  'GET /api/users/learners': () => ({ path: '/api/users/learners', other: 200 }),
  'POST /api/users/learners': () => ({ path: '/api/users/learners', body: learner, other: 200 }),
  'PUT /api/users/learners/:id': ({ learnerId }) => ({ path: `/api/users/learners/${learnerId}`, body: learner }),
  'PUT /api/users/learners/:id/archived': ({ learnerId }) => ({
    path: `/api/users/learners/${learnerId}/archived`,
    body: { archived: false },
  }),
  'GET /api/news': () => ({ path: '/api/news', other: 200 }),
  'POST /api/news/read': ({ newsId }) => ({ path: '/api/news/read', body: { newest: newsId }, other: 200 }),
  'POST /api/news/:id/read': ({ newsId }, who) => ({
    path: `/api/news/${newsId}/read`,
    own: who === 'family' ? 200 : 404,
  }),
  'GET /api/message-off/:token': ({ offToken }) => ({ path: `/api/message-off/${offToken}` }),
  'POST /api/message-off/:token': ({ offToken }) => ({ path: `/api/message-off/${offToken}` }),
  'GET /api/admin/jobs': () => ({ path: '/api/admin/jobs' }),
  'GET /api/admin/jobs.csv': () => ({ path: '/api/admin/jobs.csv' }),
  'POST /api/admin/jobs/:job/:id/again': ({ newsId }) => ({
    path: `/api/admin/jobs/refunds.send/${newsId}/again`,
    own: 404,
  }),
  'GET /api/admin/messages': () => ({ path: '/api/admin/messages' }),
  'GET /api/admin/messages.csv': () => ({ path: '/api/admin/messages.csv' }),
  'POST /api/admin/messages/:id/again': ({ newsId }) => ({ path: `/api/admin/messages/${newsId}/again`, own: 404 }),
  'GET /api/profile': () => ({ path: '/api/profile', other: 200 }),
  'PUT /api/profile/family': () => ({
    path: '/api/profile/family',
    body: { name: 'Meera', email: null, address: null, area: null, city: null },
    other: 200,
  }),
  'PUT /api/profile/language': () => ({ path: '/api/profile/language', body: { language: 'en' }, other: 200 }),
  'PUT /api/profile/messages': () => ({ path: '/api/profile/messages', body: { messages: [] }, other: 200 }),
  'GET /api/profile/devices': () => ({ path: '/api/profile/devices', other: 200 }),
  'DELETE /api/profile/devices': () => ({ path: '/api/profile/devices', other: 200 }),
  // Belongs to the first family and has already ended.
  'DELETE /api/profile/devices/:id': ({ deviceId }, who) => ({
    path: `/api/profile/devices/${deviceId}`,
    own: who === 'family' ? 200 : 404,
  }),
  'GET /api/profile/privacy': () => ({ path: '/api/profile/privacy', other: 200 }),
  'GET /api/profile/privacy/download': () => ({ path: '/api/profile/privacy/download', other: 200 }),
  // The first family and mentor have a booking.
  'POST /api/profile/privacy/erasure': () => ({ path: '/api/profile/privacy/erasure', other: 200, own: 409 }),
  'DELETE /api/profile/privacy/erasure': () => ({ path: '/api/profile/privacy/erasure', other: 200 }),
  'POST /api/profile/privacy/copies': () => ({
    path: '/api/profile/privacy/copies',
    body: { language: 'en' },
    other: 200,
  }),
  'GET /api/profile/privacy/copies/:id': () => ({
    path: `/api/profile/privacy/copies/${unknown}`,
    other: 404,
    own: 404,
  }),
  'GET /api/admin/privacy': () => ({ path: '/api/admin/privacy' }),
  // Names nobody, so that nothing is recorded.
  'POST /api/admin/breaches': () => ({ path: '/api/admin/breaches', body: { ...breach, phones: [] }, own: 400 }),
  'POST /api/admin/breaches/:id/messages': () => ({ path: `/api/admin/breaches/${unknown}/messages`, own: 404 }),
  'POST /api/admin/breaches/:id/told': () => ({
    path: `/api/admin/breaches/${unknown}/told`,
    body: { authority: 'board' },
    own: 404,
  }),
  'GET /api/admin/breaches/:id/letter': () => ({ path: `/api/admin/breaches/${unknown}/letter`, own: 404 }),
  'PUT /api/profile/privacy/nominee': () => ({
    path: '/api/profile/privacy/nominee',
    body: { name: 'Ravi Sharma', relation: 'Brother', contact: '9826000001' },
    other: 200,
  }),
  'DELETE /api/profile/privacy/nominee': () => ({ path: '/api/profile/privacy/nominee', other: 200 }),
  'GET /api/profile/consents': () => ({ path: '/api/profile/consents', other: 200 }),
  'POST /api/profile/consents': () => ({
    path: '/api/profile/consents',
    body: { kind: 'documents', version: consentText('documents', 'en').version, language: 'en' },
    other: 200,
  }),
  'DELETE /api/profile/consents/:kind': () => ({ path: '/api/profile/consents/child', other: 200 }),
  'GET /api/profile/phone-change': () => ({ path: '/api/profile/phone-change', other: 200 }),
  'POST /api/profile/phone-change': () => ({
    path: '/api/profile/phone-change',
    body: { ending: '0000', isMine: false },
    other: 200,
  }),
  'GET /api/mentor/summary': () => ({ path: '/api/mentor/summary', other: 200 }),
  'POST /api/media/:kind/upload': () => {
    const { body, headers } = multipart([
      { name: 'upload_preset', value: 'chat-document' },
      { name: 'file', value: makePdf(1), fileName: 'a.pdf' },
    ])
    return { path: '/api/media/raw/upload', body, headers }
  },
  'GET /api/media/uploads/:id': ({ uploadId }) => ({ path: `/api/media/uploads/${uploadId}` }),
  'GET /api/media/:id/link': ({ mediaId }) => ({ path: `/api/media/${mediaId}/link` }),
  'GET /api/mentor/me': () => ({ path: '/api/mentor/me', other: 200 }),
  'GET /api/mentor': () => ({ path: '/api/mentor' }),
  'GET /api/mentor/visible-mentors': () => ({ path: '/api/mentor/visible-mentors' }),
  'GET /api/mentor/gold-mentor': () => ({ path: '/api/mentor/gold-mentor' }),
  'GET /api/mentor/selected-mentors': ({ mentor }) => ({ path: `/api/mentor/selected-mentors?id=${mentor.id}` }),
  'GET /api/mentor/:id': ({ mentorSlug }) => ({ path: `/api/mentor/${mentorSlug}` }),
  'GET /api/mentor/:id/similar': ({ mentorSlug }) => ({ path: `/api/mentor/${mentorSlug}/similar` }),
  'PUT /api/mentor/:id': ({ mentor }) => ({ path: `/api/mentor/${mentor.id}`, body: { showOnWebsite: true } }),
  'GET /api/mentor/availability': () => ({ path: '/api/mentor/availability', other: 200 }),
  'PUT /api/mentor/availability': () => ({
    path: '/api/mentor/availability',
    body: { version: 0, week: [{ weekday: 1, from: '16:00', to: '20:00' }] },
    other: 200,
  }),
  'PUT /api/mentor/availability/days/:date': () => ({
    path: `/api/mentor/availability/days/${inDays(3)}`,
    body: { hours: [] },
    other: 200,
  }),
  'POST /api/mentor/leave': () => ({
    path: '/api/mentor/leave',
    body: { from: inDays(60), to: inDays(61) },
    other: 200,
  }),
  'DELETE /api/mentor/leave/:id': ({ endedLeaveId }) => ({ path: `/api/mentor/leave/${endedLeaveId}` }),
  'GET /api/mentor/leave/:id/classes': ({ leaveId }) => ({ path: `/api/mentor/leave/${leaveId}/classes` }),
  'GET /api/mentor/:id/free-times': ({ mentorSlug }) => ({ path: `/api/mentor/${mentorSlug}/free-times` }),
  'GET /api/mentor/free-times': ({ mentor }) => ({ path: `/api/mentor/free-times?id=${mentor.id}` }),
  'GET /api/mentor/application': () => ({ path: '/api/mentor/application', other: 200 }),
  'PUT /api/mentor/application/:section': () => ({
    path: '/api/mentor/application/details',
    body: { answers: { brief: 'Mine' }, revision: 0 },
    other: 200,
  }),
  // The gazetteer cannot draw maps.
  'GET /api/mentor/application/map': () => ({
    path: '/api/mentor/application/map?lat=22.7196&lon=75.8577',
    own: 404,
    other: 404,
  }),
  // No archive, so it is refused after the checks of access.
  'POST /api/mentor/e-kyc': () => ({
    path: '/api/mentor/e-kyc',
    body: { file: 'QUJD', shareCode: '1234', fullName: 'Asha Verma', consent: { version: 1, language: 'en' } },
    own: 400,
    other: 400,
  }),
  // Anyone with a verified phone may apply; no caller here has filled in an application.
  'POST /api/mentor': () => ({ path: '/api/mentor', body: {}, own: 400, other: 400 }),
  'GET /api/mentor/figures': () => ({ path: '/api/mentor/figures' }),
  'GET /api/tutors': () => ({ path: '/api/tutors' }),
  'GET /api/tutors/:subject': () => ({ path: '/api/tutors/mathematics' }),
  'GET /api/tutors/:subject/:city': () => ({ path: '/api/tutors/mathematics/indore' }),
  'GET /api/places/areas': () => ({ path: '/api/places/areas?city=Indore' }),
  'GET /api/places/cities': () => ({ path: '/api/places/cities' }),
  'GET /api/places/autocomplete': () => ({ path: '/api/places/autocomplete?q=pala&city=Indore' }),
  'GET /api/places/geocode': () => ({ path: '/api/places/geocode?address=Palasia,Indore,Madhya Pradesh,India' }),
  'GET /api/places/reverse': () => ({ path: '/api/places/reverse?lat=22.7196&lon=75.8577' }),
  'GET /api/class-bookings/student/:id': ({ family }) => ({ path: `/api/class-bookings/student/${family.id}` }),
  'GET /api/class-bookings/mentor/:id': ({ mentor }) => ({ path: `/api/class-bookings/mentor/${mentor.id}` }),
  'PUT /api/class-bookings/booking/:id': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/booking/${pendingBookingId}`,
    body: scheduleOf({ date: inDays(2), time: '10:00' }),
  }),
  'GET /api/class-records/class-booking/:id': ({ bookingId }) => ({
    path: `/api/class-records/class-booking/${bookingId}`,
  }),
  // The class is already marked: its mentor gets a conflict, another mentor a 404.
  'POST /api/class-records': ({ bookingId }) => ({
    path: '/api/class-records',
    body: attendanceOf(bookingId, '2020-01-01', '10:00', '11:00'),
    own: 409,
  }),
  'GET /api/class-records/visit-codes': () => ({ path: '/api/class-records/visit-codes', other: 200 }),
  // A wrong code.
  'POST /api/class-records/:id/code': ({ recordId }) => ({
    path: `/api/class-records/${recordId}/code`,
    body: { code: '0000' },
    own: 409,
  }),
  'PUT /api/class-records/:id/note': ({ recordId }) => ({
    path: `/api/class-records/${recordId}/note`,
    body: { note: 'Well done', homework: '' },
  }),
  'PUT /api/class-bookings/:id/address': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/address`,
    body: { address: home },
  }),
  'GET /api/class-bookings/:id/sheet/pdf': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/sheet/pdf?month=2026-11`,
  }),
  'GET /api/class-bookings/:id/sheet/csv': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/sheet/csv?month=2026-11`,
  }),
  'PUT /api/class-records/:id': ({ recordId }) => ({
    path: `/api/class-records/${recordId}`,
    body: { parentTick: true },
  }),
  'POST /api/payment/create-order': ({ mentor, family }) => ({
    path: '/api/payment/create-order',
    body: { amount: 4500, mentorId: mentor.id, customerId: family.id },
    other: 403,
  }),
  'POST /api/payment/renewals': ({ bookingId }) => ({
    path: '/api/payment/renewals',
    body: { booking: bookingId, amount: 99 },
    own: 409,
  }),
  // No time was picked for this booking.
  'GET /api/class-bookings/booking/:id/time': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/booking/${pendingBookingId}/time`,
  }),
  'PUT /api/class-bookings/booking/:id/time': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/booking/${pendingBookingId}/time`,
    body: { startsAt: `${inDays(9)}T03:00:00.000Z` },
    own: 409,
  }),
  'POST /api/class-bookings/booking/:id/time/refund': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/booking/${pendingBookingId}/time/refund`,
    own: 409,
  }),
  'PUT /api/class-bookings/booking/:id/time/answer': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/booking/${pendingBookingId}/time/answer`,
    body: { confirm: false },
    own: 409,
  }),
  'GET /api/payment/packages': () => ({ path: '/api/payment/packages' }),
  'GET /api/payment/quote': ({ mentor }) => ({ path: `/api/payment/quote?mentorId=${mentor.id}` }),
  'GET /api/payment/verify-order/:orderId': ({ orderId }) => ({ path: `/api/payment/verify-order/${orderId}` }),
  'GET /api/payment/order/:orderId': ({ orderId }) => ({ path: `/api/payment/order/${orderId}` }),
  'GET /api/payment/receipt/:orderId': ({ orderId }) => ({ path: `/api/payment/receipt/${orderId}` }),
  'POST /api/payment/receipt/:orderId/mail': ({ orderId }) => ({
    path: `/api/payment/receipt/${orderId}/mail`,
    body: { email: 'meera@example.com' },
  }),
  'GET /api/payment/orders': () => ({ path: '/api/payment/orders', other: 200 }),
  'GET /api/payment/refunds': () => ({ path: '/api/payment/refunds', other: 200 }),
  // The class has already been held.
  'POST /api/payment/refunds': ({ orderId }) => ({
    path: '/api/payment/refunds',
    body: { order: orderId },
    own: 409,
  }),
  'GET /api/admin/refunds': () => ({ path: '/api/admin/refunds' }),
  'GET /api/admin/refunds.csv': () => ({ path: '/api/admin/refunds.csv' }),
  'PUT /api/admin/refunds/:id': ({ orderId }) => ({
    path: '/api/admin/refunds/01890000-0000-7000-8000-000000000001',
    body: { order: orderId, amount: 1, reason: 'Late', left: 0 },
    own: 409,
  }),
  'POST /api/admin/refunds/:id/decision': () => ({
    path: '/api/admin/refunds/01890000-0000-7000-8000-000000000001/decision',
    body: { decision: 'approve' },
    own: 404,
  }),
  // The family has no completed class to report.
  'POST /api/class-bookings/lessons/:id/dispute': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/dispute`,
    body: { reason: 'not_held' },
  }),
  'POST /api/class-bookings/lessons/:id/dispute/withdraw': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/dispute/withdraw`,
  }),
  'GET /api/class-bookings/:id/timetable': ({ bookingId }) => ({ path: `/api/class-bookings/${bookingId}/timetable` }),
  'POST /api/class-bookings/:id/timetable/preview': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/${pendingBookingId}/timetable/preview`,
    body: rule,
  }),
  'PUT /api/class-bookings/:id/timetable': ({ pendingBookingId }) => ({
    path: `/api/class-bookings/${pendingBookingId}/timetable`,
    body: rule,
  }),
  'POST /api/class-bookings/:id/lessons': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/lessons`,
    body: { date: inDays(9), time: '08:00' },
    own: 409,
  }),
  // The class has already been held.
  'PUT /api/class-bookings/lessons/:id/time': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/time`,
    body: { date: inDays(9), time: '08:00' },
    own: 409,
  }),
  'POST /api/class-bookings/lessons/:id/skip': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/skip`,
    body: { cause: 'mentor', reason: 'They asked' },
    own: 409,
  }),
  'GET /api/admin/search': () => ({ path: '/api/admin/search?q=sharma' }),
  'GET /api/admin/overview/due': () => ({ path: '/api/admin/overview/due' }),
  'GET /api/admin/me': () => ({ path: '/api/admin/me' }),
  'GET /api/admin/overview/cities': () => ({ path: '/api/admin/overview/cities' }),
  'GET /api/admin/overview/cities.csv': () => ({ path: '/api/admin/overview/cities.csv' }),
  'GET /api/admin/overview/usage': () => ({ path: '/api/admin/overview/usage?from=2026-11-01&to=2026-11-30' }),
  'GET /api/admin/overview': () => ({ path: '/api/admin/overview?from=2026-11-01&to=2026-11-30' }),
  'GET /api/admin/classes': () => ({ path: '/api/admin/classes' }),
  'GET /api/admin/classes.csv': () => ({ path: '/api/admin/classes.csv' }),
  'GET /api/admin/bookings': () => ({ path: '/api/admin/bookings' }),
  'GET /api/admin/bookings.csv': () => ({ path: '/api/admin/bookings.csv' }),
  'GET /api/admin/bookings/:id': ({ bookingId }) => ({ path: `/api/admin/bookings/${bookingId}` }),
  // The terms differ from those the mentor was shown.
  'PUT /api/admin/bookings/:id/cancellation': () => ({
    path: '/api/admin/bookings/01890000-0000-7000-8000-000000000001/cancellation',
    body: { id: '01890000-0000-7000-8000-000000000001', refund: 'none', left: 0, reason: 'Asked' },
    own: 404,
  }),
  'PUT /api/admin/classes/:id/time': ({ lessonId }) => ({
    path: `/api/admin/classes/${lessonId}/time`,
    body: { date: inDays(9), time: '08:00', reason: 'They asked' },
    own: 409,
  }),
  'PUT /api/admin/classes/:id/attendance': ({ lessonId }) => ({
    path: `/api/admin/classes/${lessonId}/attendance`,
    body: { held: true, timeIn: '10:00', timeOut: '11:00', topic: 'Another topic', reason: 'Asked' },
    own: 409,
  }),
  'GET /api/admin/families': () => ({ path: '/api/admin/families' }),
  'GET /api/admin/families.csv': () => ({ path: '/api/admin/families.csv' }),
  'GET /api/admin/learners': () => ({ path: '/api/admin/learners' }),
  'GET /api/admin/learners.csv': () => ({ path: '/api/admin/learners.csv' }),
  // Account changes target an unknown id, so the first family stays unchanged.
  'GET /api/admin/accounts/:id': ({ family }) => ({ path: `/api/admin/accounts/${family.id}` }),
  'POST /api/admin/accounts/:id/log-out': () => ({ path: `${nobody}/log-out`, body: { reason: 'x' }, own: 404 }),
  'POST /api/admin/accounts/:id/suspend': () => ({ path: `${nobody}/suspend`, body: { reason: 'x' }, own: 404 }),
  'POST /api/admin/accounts/:id/restore': () => ({ path: `${nobody}/restore`, body: { reason: 'x' }, own: 404 }),
  'PUT /api/admin/accounts/:id/phone': () => ({
    path: `${nobody}/phone`,
    body: { phone: '9000000009', reason: 'x' },
    own: 404,
  }),
  'POST /api/admin/accounts/:id/phone/approval': () => ({
    path: `${nobody}/phone/approval`,
    body: { phone: '9000000009', reason: 'x' },
    own: 404,
  }),
  'DELETE /api/admin/accounts/:id/phone': () => ({ path: `${nobody}/phone`, own: 404 }),
  'GET /api/admin/admins': () => ({ path: '/api/admin/admins' }),
  'PUT /api/admin/admins': ({ family }) => ({
    path: '/api/admin/admins',
    body: { phone: family.phone, name: 'Asha', role: 'support' },
  }),
  'DELETE /api/admin/admins/:id': () => ({ path: '/api/admin/admins/01890000-0000-7000-8000-000000000001' }),
  'GET /api/admin/audit': () => ({ path: '/api/admin/audit' }),
  'GET /api/admin/audit.csv': () => ({ path: '/api/admin/audit.csv' }),
  'GET /api/admin/audit/names': () => ({ path: '/api/admin/audit/names' }),
  'GET /api/admin/catalogue/:kind': () => ({ path: '/api/admin/catalogue/board' }),
  'GET /api/admin/catalogue/:kind/:key': () => ({ path: '/api/admin/catalogue/subject/physics' }),
  // Catalogue changes are stale or invalid, so the catalogue stays unchanged.
  'POST /api/admin/catalogue/:kind': () => ({
    path: '/api/admin/catalogue/subject',
    body: { en: 'Maths', hi: 'मैथ्स', place: 5, isShown: true },
    own: 409,
  }),
  'PUT /api/admin/catalogue/:kind/:key': () => ({
    path: '/api/admin/catalogue/subject/nothing',
    body: { en: 'Nothing', hi: 'कुछ नहीं', place: 5, isShown: true, version: 0 },
    own: 404,
  }),
  'POST /api/admin/catalogue/:kind/:key/removal': () => ({
    path: '/api/admin/catalogue/subject/nothing/removal',
    body: { version: 0 },
    own: 404,
  }),
  'POST /api/admin/catalogue/:kind/:key/merge': () => ({
    path: '/api/admin/catalogue/subject/nothing/merge',
    body: { into: 'physics', version: 0 },
    own: 404,
  }),
  'GET /api/admin/places': () => ({ path: '/api/admin/places' }),
  'GET /api/admin/places.csv': () => ({ path: '/api/admin/places.csv' }),
  'GET /api/admin/places/unknown': () => ({ path: '/api/admin/places/unknown' }),
  'POST /api/admin/places': () => ({ path: '/api/admin/places', body: { ...placeFacts, kind: 'state' } }),
  'GET /api/admin/places/:id': () => ({ path: noPlace, own: 404 }),
  'PUT /api/admin/places/:id': () => ({
    path: noPlace,
    body: { ...placeFacts, name: 'Otherpur', nameHi: 'कहींपुर', version: 0 },
    own: 404,
  }),
  'DELETE /api/admin/places/:id': () => ({ path: `${noPlace}?version=0`, own: 404 }),
  'POST /api/admin/places/:id/merge': () => ({
    path: `${noPlace}/merge`,
    body: { into: '01890000-0000-7000-8000-000000000002', version: 0 },
    own: 404,
  }),
  'GET /api/calendar': () => ({ path: '/api/calendar?month=2026-11', other: 200 }),
  'POST /api/calendar/feed': () => ({ path: '/api/calendar/feed', other: 200 }),
  'DELETE /api/calendar/feed': () => ({ path: '/api/calendar/feed', other: 200 }),
  // Public to anyone who has the address; this address does not exist.
  'GET /api/calendar/:file': () => ({ path: '/api/calendar/nobody.ics', own: 404, visitor: 404 }),
  // The class has already been held.
  'GET /api/class-bookings/lessons/:id/outcome': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/outcome?action=cancel`,
    own: 409,
  }),
  'GET /api/class-bookings/lessons/:id/door-code': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/door-code`,
  }),
  // A report of the family would suspend the mentor, so only the mentor reports.
  'POST /api/class-bookings/lessons/:id/concern': ({ lessonId }, who) => ({
    path: `/api/class-bookings/lessons/${who === 'family' ? '01890000-0000-7000-8000-000000000001' : lessonId}/concern`,
    body: { text: '' },
    own: who === 'family' ? 404 : 200,
  }),
  'POST /api/class-bookings/lessons/:id/cancel': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/cancel`,
    body: { startsAt: '2026-01-01T00:00:00.000Z', fee: 0, credit: 60 },
    own: 409,
  }),
  'POST /api/class-bookings/lessons/:id/no-show': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/no-show`,
    body: { startsAt: '2026-01-01T00:00:00.000Z', fee: 0, credit: 60 },
    own: 409,
  }),
  'POST /api/class-bookings/lessons/:id/no-show/answer': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/no-show/answer`,
    body: { answer: 'agree' },
    own: 409,
  }),
  'POST /api/class-bookings/lessons/:id/proposal': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/proposal`,
    body: { date: inDays(9), time: '08:00' },
    own: 409,
  }),
  // The family withdraws its own proposal, so there is nothing left to accept.
  'POST /api/class-bookings/proposals/:id/answer': ({ proposalId }, who) => ({
    path: `/api/class-bookings/proposals/${proposalId}/answer`,
    body: { answer: who === 'family' ? 'withdraw' : 'accept' },
    own: who === 'family' ? 200 : 409,
  }),
  // The demo was held, so there is no balance for another mentor; only the fee may be refunded.
  'GET /api/class-bookings/booking/:id/replacements': ({ bookingId }) => ({
    path: `/api/class-bookings/booking/${bookingId}/replacements`,
  }),
  'POST /api/class-bookings/booking/:id/replacement': ({ bookingId, mentor }) => ({
    path: `/api/class-bookings/booking/${bookingId}/replacement`,
    body: { mentor: mentor.id, balance: 99, minutes: 60 },
    own: 409,
  }),
  'POST /api/class-bookings/lessons/:id/guarantee': ({ lessonId }) => ({
    path: `/api/class-bookings/lessons/${lessonId}/guarantee`,
    body: { amount: 98 },
    own: 409,
  }),
  'GET /api/mentor/reliability': () => ({ path: '/api/mentor/reliability', other: 200 }),
  'GET /api/admin/mentors/:id/reliability': ({ mentor }) => ({ path: `/api/admin/mentors/${mentor.id}/reliability` }),
  'GET /api/admin/disputes': () => ({ path: '/api/admin/disputes' }),
  'GET /api/admin/disputes.csv': () => ({ path: '/api/admin/disputes.csv' }),
  'POST /api/admin/disputes/:id/decision': () => ({
    path: '/api/admin/disputes/01890000-0000-7000-8000-000000000001/decision',
    body: { share: 50, reason: 'Half of it', version: 1 },
    own: 404,
  }),
  'GET /api/admin/disputes/:id/appeal': () => ({
    path: '/api/admin/disputes/01890000-0000-7000-8000-000000000001/appeal?share=50',
    own: 404,
  }),
  // The class is not settled.
  'PUT /api/admin/disputes/:id': ({ lessonId }) => ({
    path: '/api/admin/disputes/01890000-0000-7000-8000-000000000001',
    body: { lesson: lessonId, amount: 1, fee: 99, reason: 'Late' },
    own: 409,
  }),
  'GET /api/admin/tax-report.csv': () => ({ path: '/api/admin/tax-report.csv?report=26q&month=2026-11' }),
  'GET /api/admin/books.csv': () => ({ path: '/api/admin/books.csv' }),
  'GET /api/admin/books': () => ({ path: '/api/admin/books' }),
  'GET /api/admin/books/months': () => ({ path: '/api/admin/books/months' }),
  'GET /api/admin/books/export': () => ({ path: '/api/admin/books/export?month=2026-10&format=zoho' }),
  'PUT /api/admin/books/months/:month/closing': () => ({
    path: '/api/admin/books/months/2020-01/closing',
    own: 404,
  }),
  'POST /api/admin/books/differences/:id/take': () => ({
    path: '/api/admin/books/differences/01890000-0000-7000-8000-000000000001/take',
    own: 404,
  }),
  'POST /api/admin/books/checks': () => ({ path: '/api/admin/books/checks' }),
  'PUT /api/admin/books/own-money/:id': () => ({
    path: '/api/admin/books/own-money/01890000-0000-7000-8000-000000000001',
    body: { way: 'in', amount: 1, note: 'For demos' },
  }),
  'POST /api/admin/books/differences/:id/resolve': () => ({
    path: '/api/admin/books/differences/01890000-0000-7000-8000-000000000001/resolve',
    body: { note: 'Done' },
    own: 404,
  }),
  'POST /api/payment/webhook': () => ({ path: '/api/payment/webhook', body: { type: 'X' }, own: 403, visitor: 403 }),
  // Identical messages from the same person become one ticket, which keeps within the hourly limit.
  'POST /api/mentor-call': ({ mentor }, who) => ({
    path: '/api/mentor-call',
    body: {
      mentorId: mentor.id,
      ...((who === 'visitor' || who === 'admin') && { name: 'Meera', phone: '9811100043' }),
    },
    other: 200,
  }),
  'GET /api/mentor-call': () => ({ path: '/api/mentor-call' }),
  'GET /api/mentor-call.csv': () => ({ path: '/api/mentor-call.csv' }),
  'GET /api/mentor-call/own': () => ({ path: '/api/mentor-call/own', other: 200 }),
  'PUT /api/mentor-call/:id': ({ callId }) => ({
    path: `/api/mentor-call/${callId}`,
    body: { mentorPhone: '9811100044' },
  }),
  'POST /api/support-tickets': () => ({
    path: '/api/support-tickets',
    body: { name: 'Meera', phone: '9000000099', topic: 'booking', message: 'How do I change the time?' },
  }),
  'GET /api/cases/:number': ({ chatCaseNumber }, who) => ({
    path: `/api/cases/${chatCaseNumber}`,
    own: who === 'family' ? 200 : 404,
  }),
  'GET /api/shortlist': () => ({ path: '/api/shortlist', other: 200 }),
  'PUT /api/shortlist': ({ mentor }) => ({ path: '/api/shortlist', body: { mentors: [mentor.id] }, other: 200 }),
  'PUT /api/shortlist/:id': ({ mentor }) => ({ path: `/api/shortlist/${mentor.id}`, other: 200 }),
  'DELETE /api/shortlist/:id': ({ mentor }) => ({ path: `/api/shortlist/${mentor.id}`, other: 200 }),
  'GET /api/mentor/:id/reviews': ({ mentorSlug }) => ({ path: `/api/mentor/${mentorSlug}/reviews` }),
  'GET /api/testimonials': () => ({ path: '/api/testimonials?language=hi' }),
  'GET /api/reviews/own': () => ({ path: '/api/reviews/own', other: 200 }),
  // The class is not settled yet.
  'POST /api/class-bookings/:id/review': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/review`,
    body: { stars: 5 },
    own: 409,
  }),
  'POST /api/class-bookings/:id/review/quoting': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/review/quoting`,
    body: { agreed: true },
    own: 404,
  }),
  'POST /api/class-bookings/:id/demo-outcome': ({ bookingId }) => ({
    path: `/api/class-bookings/${bookingId}/demo-outcome`,
    body: { answer: 'skipped' },
  }),
  'POST /api/reviews/:id/reply': ({ reviewId }) => ({
    path: `/api/reviews/${reviewId}/reply`,
    body: { reply: 'Thanks' },
  }),
  'POST /api/reviews/:id/report': ({ reviewId }) => ({
    path: `/api/reviews/${reviewId}/report`,
    body: { text: 'This is about somebody else' },
  }),
  'GET /api/admin/reviews': () => ({ path: '/api/admin/reviews' }),
  'GET /api/admin/reviews.csv': () => ({ path: '/api/admin/reviews.csv' }),
  'POST /api/admin/reviews/:id/decision': ({ reviewId }) => ({
    path: `/api/admin/reviews/${reviewId}/decision`,
    body: { decision: 'show', about: 'review', seen: 'reported' },
  }),
  'GET /api/admin/demo-outcomes': () => ({ path: '/api/admin/demo-outcomes' }),
  'GET /api/admin/mentors': () => ({ path: '/api/admin/mentors' }),
  'GET /api/admin/mentors.csv': () => ({ path: '/api/admin/mentors.csv' }),
  'GET /api/admin/mentors/:id': ({ mentor }) => ({ path: `/api/admin/mentors/${mentor.id}` }),
  // The mentor is already verified; repeating the decision succeeds.
  'POST /api/admin/mentors/:id/decision': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/decision`,
    body: { decision: 'verify', version: 1 },
  }),
  // This mentor has asked for no change.
  'POST /api/admin/mentors/:id/change-decision': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/change-decision`,
    body: { change: '01890000-0000-7000-8000-000000000001', decision: 'approve', version: 1 },
    own: 404,
  }),
  'GET /api/admin/mentors/:id/classes-to-leave-out': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/classes-to-leave-out`,
  }),
  // This mentor is not suspended.
  'POST /api/admin/mentors/:id/classes-to-leave-out': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/classes-to-leave-out`,
    body: { classes: 1, reason: 'We look into it' },
    own: 409,
  }),
  'PUT /api/admin/mentors/:id/checks/:kind': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/checks/police`,
    body: { state: 'pending', version: 1 },
  }),
  'PUT /api/admin/mentors/:id/listing': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/listing`,
    body: {
      adminRanking: 10,
      adminBrief: '',
      adminBriefVisible: false,
      tier: 'silver',
      showOnWebsite: true,
      version: 1,
    },
  }),
  'GET /api/admin/listings': () => ({ path: '/api/admin/listings' }),
  'GET /api/admin/listings.csv': () => ({ path: '/api/admin/listings.csv' }),
  'GET /api/admin/listing-changes/:id/rows.csv': () => ({ path: `${noChange}/rows.csv`, own: 404 }),
  'GET /api/admin/mentor-links.csv': () => ({ path: '/api/admin/mentor-links.csv' }),
  'POST /api/admin/listing-changes': ({ mentor }) => ({
    path: '/api/admin/listing-changes',
    body: { of: { mentors: [mentor.id] }, set: { adminRanking: 9 } },
  }),
  'POST /api/admin/listing-changes/file': ({ mentor }) => ({
    path: '/api/admin/listing-changes/file',
    headers: { 'content-type': 'text/csv' },
    body: `id,ranking\n${mentor.id},9`,
  }),
  'GET /api/admin/listing-changes/:id': () => ({ path: noChange, own: 404 }),
  'GET /api/admin/listing-changes/:id/rows': () => ({ path: `${noChange}/rows`, own: 404 }),
  'POST /api/admin/listing-changes/:id/apply': () => ({ path: `${noChange}/apply`, own: 404 }),
  'GET /api/admin/mentor-links': () => ({ path: '/api/admin/mentor-links' }),
  'POST /api/admin/mentor-links': ({ mentor }) => ({
    path: '/api/admin/mentor-links',
    body: { name: 'For Diya', mentors: [mentor.id] },
  }),
  'POST /api/admin/mentor-links/:id/end': () => ({
    path: '/api/admin/mentor-links/01890000-0000-7000-8000-000000000000/end',
    own: 404,
  }),
  // Public to anyone who has the address; this address does not exist.
  'GET /api/mentor-links/:token': () => ({ path: '/api/mentor-links/nobody-has-this', own: 404 }),
  'POST /api/mentor-links/:token/open': () => ({ path: '/api/mentor-links/nobody-has-this/open' }),
  'DELETE /api/admin/mentors/:id/document': ({ mentor }) => ({ path: `/api/admin/mentors/${mentor.id}/document` }),
  // Verified by hand, so the identity has no check and no document.
  'POST /api/admin/mentors/:id/document-request': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/document-request`,
  }),
  'GET /api/mentor/commission-invoices/:id/pdf': () => ({
    path: '/api/mentor/commission-invoices/01890000-0000-7000-8000-000000000001/pdf',
    own: 404,
  }),
  'GET /api/mentor/earnings': () => ({ path: '/api/mentor/earnings', other: 200 }),
  'PUT /api/mentor/payout-account': () => ({
    path: '/api/mentor/payout-account',
    body: { method: 'upi', holder: 'Sunita Deshpande', upi: 'sunita@okaxis' },
    other: 200,
  }),
  'GET /api/mentor/tax': () => ({ path: '/api/mentor/tax', other: 200 }),
  'PUT /api/mentor/tax': () => ({
    path: '/api/mentor/tax',
    body: { holder: 'individual', resident: true, pan: 'ABCPD1234E' },
    other: 200,
  }),
  'GET /api/admin/tax-facts': () => ({ path: '/api/admin/tax-facts' }),
  // These facts are not the mentor's.
  'POST /api/admin/mentors/:id/tax': ({ mentor }) => ({
    path: `/api/admin/mentors/${mentor.id}/tax`,
    body: { decision: 'accept', facts: '01890000-0000-7000-8000-000000000001' },
    own: 409,
  }),
  'GET /api/admin/transfers': () => ({ path: '/api/admin/transfers' }),
  'POST /api/admin/transfers/:id/retry': () => ({
    path: '/api/admin/transfers/01890000-0000-7000-8000-000000000001/retry',
    own: 404,
  }),
  'GET /api/admin/payout-accounts': () => ({ path: '/api/admin/payout-accounts' }),
  'POST /api/admin/payout-accounts/:id': () => ({
    path: '/api/admin/payout-accounts/01890000-0000-7000-8000-000000000001',
    body: { decision: 'accept' },
    own: 404,
  }),
  'GET /api/payouts/:id': ({ payoutId }) => ({ path: `/api/payouts/${payoutId}` }),
  'GET /api/payouts/:id/statement': ({ payoutId }) => ({ path: `/api/payouts/${payoutId}/statement` }),
  'GET /api/payouts/:id/pdf': ({ payoutId }) => ({ path: `/api/payouts/${payoutId}/pdf` }),
  'GET /api/admin/payouts.csv': () => ({ path: '/api/admin/payouts.csv' }),
  'GET /api/admin/payouts': () => ({ path: '/api/admin/payouts' }),
  // The open batch has another end date.
  'POST /api/admin/payouts': () => ({ path: '/api/admin/payouts', body: { until: '2020-01-01' }, own: 409 }),
  'GET /api/admin/payouts/:id': ({ batchId }) => ({ path: `/api/admin/payouts/${batchId}` }),
  'GET /api/admin/payouts/:id/lines': ({ batchId }) => ({ path: `/api/admin/payouts/${batchId}/lines` }),
  'GET /api/admin/payouts/:id/lines.csv': ({ batchId }) => ({ path: `/api/admin/payouts/${batchId}/lines.csv` }),
  'GET /api/admin/payouts/:id/bank-file': ({ batchId }) => ({ path: `/api/admin/payouts/${batchId}/bank-file` }),
  // The amount differs from the batch, so the batch stays open for the rest of the matrix.
  'POST /api/admin/payouts/:id/paid': ({ batchId }) => ({
    path: `/api/admin/payouts/${batchId}/paid`,
    body: { reference: 'UTR00001', amount: 1 },
    own: 409,
  }),
  // The batch is not paid.
  'PUT /api/admin/payouts/:id/reference': ({ batchId }) => ({
    path: `/api/admin/payouts/${batchId}/reference`,
    body: { reference: 'UTR00001', reason: 'A digit was missing' },
    own: 409,
  }),
  'POST /api/admin/payouts/:id/leave-out': ({ batchId, payoutId }) => ({
    path: `/api/admin/payouts/${batchId}/leave-out`,
    body: { payout: payoutId, reason: 'Account not clear', bankDidNotPay: true },
  }),
  'POST /api/admin/payouts/:id/undo': ({ batchId }) => ({
    path: `/api/admin/payouts/${batchId}/undo`,
    body: { bankDidNotPay: true },
  }),
  'POST /api/admin/payouts/resume': () => ({
    path: '/api/admin/payouts/resume',
    body: { reason: 'Compared with the bank' },
  }),
  'GET /api/admin/rates': () => ({ path: '/api/admin/rates' }),
  'POST /api/admin/rates': () => ({
    path: '/api/admin/rates',
    body: { name: 'packageDiscounts', from: tomorrow(), seen: null, values: { months3: 5, months6: 10 } },
  }),
  'DELETE /api/admin/rates/:name/:from': () => ({ path: `/api/admin/rates/packageDiscounts/${tomorrow()}` }),
  'GET /api/admin/health': () => ({ path: '/api/admin/health' }),
  'GET /api/admin/security': () => ({ path: '/api/admin/security' }),
  'GET /api/admin/testimonials': () => ({ path: '/api/admin/testimonials' }),
  'GET /api/admin/message-texts': () => ({ path: '/api/admin/message-texts' }),
  'GET /api/admin/message-texts/:event': () => ({ path: '/api/admin/message-texts/call-handled' }),
  'POST /api/admin/message-texts/:event': () => ({
    path: '/api/admin/message-texts/call-handled',
    body: { version: '' },
  }),
  'GET /api/apps/family-payments': () => ({ path: '/api/apps/family-payments', other: 200 }),
  'GET /api/apps/mentor-students': () => ({ path: '/api/apps/mentor-students', other: 200 }),
  'GET /api/apps/family-home': () => ({ path: '/api/apps/family-home', other: 200 }),
  'GET /api/apps/mentor-home': () => ({ path: '/api/apps/mentor-home', other: 200 }),
  'GET /api/apps/frame': () => ({ path: '/api/apps/frame' }),
  'GET /api/site': () => ({ path: '/api/site' }),
  'GET /api/site/people': () => ({ path: '/api/site/people' }),
  'GET /api/admin/settings': () => ({ path: '/api/admin/settings' }),
  'POST /api/admin/settings/preview': () => ({
    path: '/api/admin/settings/preview',
    body: { name: 'documentDays', value: 31, seen: 30 },
  }),
  'POST /api/admin/settings': () => ({
    path: '/api/admin/settings',
    body: { name: 'documentDays', value: 30, seen: 30 },
  }),
  'GET /api/chat/conversations': () => ({ path: '/api/chat/conversations', other: 200 }),
  'GET /api/chat/unread': () => ({ path: '/api/chat/unread', other: 200 }),
  'GET /api/chat/with/:party': ({ chatId }) => ({ path: `/api/chat/with/${chatId}` }),
  'POST /api/chat/history': ({ family, mentor }) => ({
    path: '/api/chat/history',
    body: { user1: family.id, user2: mentor.id },
  }),
  'POST /api/chat/messages': ({ chatId }) => ({
    path: '/api/chat/messages',
    body: { receiver: chatId, message: 'Namaste' },
  }),
  'GET /api/chat/conversations/:id/search': ({ chatId }) => ({
    path: `/api/chat/conversations/${chatId}/search?q=canary`,
  }),
  'PUT /api/chat/conversations/:id/blocked': ({ chatId }) => ({
    path: `/api/chat/conversations/${chatId}/blocked`,
    body: { blocked: false },
  }),
  'POST /api/chat/conversations/:id/report': ({ chatId }) => ({
    path: `/api/chat/conversations/${chatId}/report`,
    body: { reason: 'rude' },
  }),
  'GET /api/chat/files/:id': ({ chatFileId }) => ({ path: `/api/chat/files/${chatFileId}`, own: 302 }),
  'GET /api/admin/cases': () => ({ path: '/api/admin/cases' }),
  'GET /api/admin/cases.csv': () => ({ path: '/api/admin/cases.csv' }),
  'GET /api/admin/cases/counts': () => ({ path: '/api/admin/cases/counts' }),
  'GET /api/admin/cases/:id': ({ chatCaseId }) => ({ path: `/api/admin/cases/${chatCaseId}` }),
  'POST /api/admin/cases/:id/steps': ({ chatCaseId }) => ({
    path: `/api/admin/cases/${chatCaseId}/steps`,
    body: { step: 'note', text: 'Called, no answer', version: 1 },
  }),
  // The case of the world is an ordinary report.
  'PUT /api/admin/cases/:id/police': ({ chatCaseId }) => ({
    path: `/api/admin/cases/${chatCaseId}/police`,
    body: { outcome: 'not-needed', reason: 'No child was involved' },
    own: 409,
  }),
  'GET /api/admin/cases/:id/chat': ({ chatCaseId }) => ({ path: `/api/admin/cases/${chatCaseId}/chat` }),
  'GET /api/admin': () => ({ path: '/api/admin' }),
}
