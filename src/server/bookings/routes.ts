import * as attendance from '#contract/attendance.ts'
import * as contract from '#contract/bookings.ts'
import type { Feature, Parts } from '#server/app.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { codesFor, markHeld, tickRecord, typeCode, writeNote } from './attendance.ts'
import * as queries from './queries.ts'
import { bookingFor, seenBy } from './shown.ts'
import { visitCodesBy } from './visit-code.ts'

async function pageOf(
  { db, cursors }: Parts,
  viewer: Viewer,
  owner: { familyId: string } | { mentorId: string },
  query: { cursor?: string | undefined; limit: number },
) {
  const list = `bookings:${JSON.stringify(owner)}`
  const afterId = query.cursor ? cursors.read<string>(list, query.cursor) : null
  const { bookings, more, total } = await queries.bookingsOf(db, owner, afterId, query.limit)
  const last = bookings.at(-1)
  const data = bookings.map((one) => seenBy(viewer, one))
  return { data, nextCursor: more && last ? cursors.write(list, last._id) : null, total }
}

export const bookingsRoutes: Feature = (app, parts) => {
  const { db } = parts
  const codeOf = visitCodesBy(parts.config.secretKey)
  const shownRecord = async (id: string) => {
    const record = await queries.recordById(db, id)
    if (!record) throw new AppError('not-found')
    return record
  }

  app.route({
    ...contract.familyBookings,
    handler: async (request) => {
      const viewer = loggedIn(request)
      if (viewer.userType !== 'admin' && viewer.familyId !== request.params.id) throw new AppError('not-found')
      return pageOf(parts, viewer, { familyId: request.params.id }, request.query)
    },
  })

  app.route({
    ...contract.mentorBookings,
    handler: async (request) => {
      const viewer = loggedIn(request)
      if (viewer.userType !== 'admin' && viewer.mentorId !== request.params.id) throw new AppError('not-found')
      return pageOf(parts, viewer, { mentorId: request.params.id }, request.query)
    },
  })

  app.route({
    ...contract.bookingRecords,
    handler: async (request) => {
      const booking = await bookingFor(parts, loggedIn(request), request.params.id)
      const data = await queries.recordsOf(db, booking._id)
      return { data, nextCursor: null, total: data.length }
    },
  })

  app.route({
    ...contract.markAttendance,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const phone = request.headers['x-phone-time']
      const asked = { codeOf, phoneNow: typeof phone === 'string' ? phone : undefined }
      const id = await transaction(db, (tx) => markHeld(tx, viewer, request.body, asked))
      return { data: await shownRecord(id) }
    },
  })

  app.route({
    ...contract.tickAttendance,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await transaction(db, (tx) => tickRecord(tx, viewer, request.params.id, request.body.parentTick))
      return { data: await shownRecord(request.params.id) }
    },
  })

  app.route({
    ...attendance.visitCodes,
    handler: async (request) => ({ data: await codesFor(parts, loggedIn(request)) }),
  })

  app.route({
    ...attendance.typeVisitCode,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const { id } = request.params
      // A wrong one is kept, so it is said after the transaction.
      const isRight = await transaction(db, (tx) => typeCode(tx, viewer, id, request.body.code, codeOf))
      const record = await shownRecord(id)
      if (isRight) return { data: record }
      if (record.codeTries === 0) throw new AppError('visit-code-blocked')
      const isLast = record.codeTries === 1
      throw new AppError(isLast ? 'visit-code-wrong-last' : 'visit-code-wrong', { triesLeft: record.codeTries })
    },
  })

  app.route({
    ...attendance.writeNote,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await transaction(db, (tx) => writeNote(tx, viewer, request.params.id, request.body))
      return { data: await shownRecord(request.params.id) }
    },
  })
}
