import * as contract from '#contract/classes/admin-bookings.ts'
import { teachingHours } from '#contract/classes/limits.ts'
import { rupees } from '#contract/wire/money.ts'
import { instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { hoursOnDate } from '#server/classes/availability/availability.ts'
import { bookingFor, markForMentor, undoMark } from '#server/classes/bookings/bookings.ts'
import { moveLesson } from '#server/classes/timetables/timetables.ts'
import type { Feature } from '#server/context.ts'
import { cancelBooking, cancellationOf } from '#server/money/refunds/refunds.ts'
import { auditListFile, writeAudit } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { listedPhone } from '#server/platform/masked.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { type BookingRow, bookingList, type ClassRow, classList } from './lists.ts'
import { bookingById, classById, classesOfBooking, partiesOfBooking } from './rows.ts'
import { bookingTimeline } from './timeline.ts'

type By = 'date' | 'fee'
const withListedPhone = <T extends { family: { phone: string } }>(viewer: Viewer, one: T): T => ({
  ...one,
  family: { ...one.family, phone: listedPhone(viewer, one.family.phone) },
})
const toListedClass = ({ startsAt, feePaise, ...rest }: ClassRow) => ({
  ...rest,
  startsAt: startsAt.toISOString(),
  fee: rupees(feePaise),
})
const toListedBooking = ({ bookedAt, pricePaise, refundedPaise, ...rest }: BookingRow) => ({
  ...rest,
  bookedAt: bookedAt.toISOString(),
  price: rupees(pricePaise),
  refunded: rupees(refundedPaise),
})

type Correction =
  | { held: true; timeIn: string; timeOut: string; topic: string; reason: string }
  | { held: false; reason: string }

/** Corrects attendance that a mentor forgot or marked on the wrong class. Safe to repeat. */
async function correctAttendance(tx: Transaction, viewer: Viewer, lessonId: string, given: Correction): Promise<void> {
  const { reason } = given
  if (given.held) {
    const { timeIn, timeOut, topic } = given
    const bookingId = await markForMentor(tx, lessonId, given)
    if (!bookingId) return
    assertNotParty(viewer, await partiesOfBooking(tx, bookingId))
    const detail = { lesson: lessonId, timeIn, timeOut, topic, reason }
    await writeAudit(tx, viewer, 'attendance.marked', { kind: 'booking', id: bookingId, detail })
    return
  }
  const taken = await undoMark(tx, lessonId)
  if (!taken) return
  assertNotParty(viewer, await partiesOfBooking(tx, taken.bookingId))
  const detail = { lesson: lessonId, was: taken.was, reason }
  await writeAudit(tx, viewer, 'attendance.taken-back', { kind: 'booking', id: taken.bookingId, detail })
}

type Move = { date: string; time: string; reason: string; atAnyHour?: boolean | undefined }

/** Moves a class. A time outside the mentor's hours must be confirmed. Safe to repeat. */
async function moveClass(tx: Transaction, viewer: Viewer, lessonId: string, to: Move): Promise<void> {
  const { id, mentorId, minutes, isChanged } = await moveLesson(tx, viewer, lessonId, { ...to, askFamily: false })
  if (!isChanged) return
  assertNotParty(viewer, await partiesOfBooking(tx, id))
  // Checked last, so that errors the admin cannot override come first; throwing rolls the move back.
  if (!to.atAnyHour) await checkHours(tx, mentorId, to, minutes)
  await writeAudit(tx, viewer, 'lesson.move', { kind: 'booking', id, detail: { lesson: lessonId, ...to } })
}

/** Refuses a time at night or outside the mentor's hours, and returns the hours of that day. */
async function checkHours(tx: Transaction, mentorId: string, { date, time }: Move, minutes: number): Promise<void> {
  const until = timeInIndia(plusMinutes(instantInIndia(date, time), minutes))
  const hours = await hoursOnDate(tx, mentorId, date)
  // A class that ends at midnight ends at 00:00.
  const isIn = ({ from, to }: { from: string; to: string }) => from <= time && time < until && until <= to
  if (isIn(teachingHours) && (!hours || hours.some(isIn))) return
  throw new AppError('outside-hours', { hours: hours?.map(({ from, to }) => `${from}-${to}`) ?? [] })
}

/** Routes for classes and bookings. */
export const bookingsRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  app.route({
    ...contract.adminClasses,
    handler: async (request) => {
      const { query } = request
      const page = await listPage<ClassRow, By>(db, cursors, await classList(db, query), query)
      const viewer = requireViewer(request)
      return { ...page, data: page.data.map((one) => withListedPhone(viewer, toListedClass(one))) }
    },
  })
  app.route({
    ...contract.adminClassesFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'classes', query)
      const head = [
        'starts',
        'mentor',
        'family',
        'learner',
        'subject',
        'mode',
        'plan',
        'town',
        'order',
        'minutes',
        'fee',
      ]
      const states = ['status', 'unmarked', 'disputed', 'settled', 'mentor tick', 'family tick']
      const rows = listAll<ClassRow, By>(db, await classList(db, query), query)
      return sendCsv(reply, 'classes', [...head, ...states], rows, (one) => [
        ...[one.startsAt.toISOString(), one.mentor.name, one.family.name, one.learner, one.subject, one.mode],
        ...[one.plan, one.city, one.order, one.minutes, rupees(one.feePaise), one.status],
        ...[one.isUnmarked, one.isDisputed, one.isSettled, one.mentorTick, one.parentTick],
      ])
    },
  })
  app.route({
    ...contract.adminBookings,
    handler: async (request) => {
      const { query } = request
      const page = await listPage<BookingRow, By>(db, cursors, await bookingList(db, query), query)
      const viewer = requireViewer(request)
      return { ...page, data: page.data.map((one) => withListedPhone(viewer, toListedBooking(one))) }
    },
  })
  app.route({
    ...contract.adminBookingsFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'bookings', query)
      const head = ['booked', 'mentor', 'family', 'learner', 'subject', 'mode', 'plan', 'town', 'order', 'minutes']
      const sums = ['price', 'refunded', 'status', 'held', 'planned', 'needs address', 'against wish']
      const rows = listAll<BookingRow, By>(db, await bookingList(db, query), query)
      return sendCsv(reply, 'bookings', [...head, ...sums], rows, (one) => [
        ...[one.bookedAt.toISOString(), one.mentor.name, one.family.name, one.learner, one.subject, one.mode],
        ...[one.plan, one.city, one.order, one.minutes, rupees(one.pricePaise), rupees(one.refundedPaise), one.status],
        ...[one.classesHeld, one.classesPlanned, one.needsAddress, one.isAgainstWish],
      ])
    },
  })
  app.route({
    ...contract.adminBooking,
    handler: async (request) => {
      const { id } = request.params
      const viewer = requireViewer(request)
      const booking = orNotFound(await bookingById(db, id))
      const { address } = await bookingFor(context, viewer, id)
      const [classes, told, cancel] = await Promise.all([
        classesOfBooking(db, id),
        bookingTimeline(db, id, viewer),
        cancellationOf(context, id),
      ])
      return { data: { ...withListedPhone(viewer, toListedBooking(booking)), address, classes, cancel, ...told } }
    },
  })
  app.route({
    ...contract.cancelBooking,
    handler: async (request) => {
      const { id } = request.params
      await cancelBooking(context, requireViewer(request), id, request.body)
      const booking = orNotFound(await bookingById(db, id))
      return { data: toListedBooking(booking) }
    },
  })
  app.route({
    ...contract.moveClass,
    handler: async (request) => {
      const { id } = request.params
      await transaction(db, (tx) => moveClass(tx, requireViewer(request), id, request.body))
      return { data: orNotFound(await classById(db, id)) }
    },
  })
  app.route({
    ...contract.correctAttendance,
    handler: async (request) => {
      const { id } = request.params
      await transaction(db, (tx) => correctAttendance(tx, requireViewer(request), id, request.body))
      return { data: orNotFound(await classById(db, id)) }
    },
  })
}
