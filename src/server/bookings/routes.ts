import * as contract from '#contract/bookings.ts'
import type { Feature, Parts } from '#server/app.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { loggedIn, type Viewer } from '#server/platform/sessions.ts'
import { markHeld, tickRecord } from './bookings.ts'
import * as queries from './queries.ts'
import { bookingFor, seenBy } from './shown.ts'

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
      const id = await transaction(db, (tx) => markHeld(tx, viewer, request.body))
      const record = await queries.recordById(db, id)
      if (!record) throw new AppError('not-found')
      return { data: record }
    },
  })

  app.route({
    ...contract.tickAttendance,
    handler: async (request) => {
      const viewer = loggedIn(request)
      await transaction(db, (tx) => tickRecord(tx, viewer, request.params.id, request.body.parentTick))
      const record = await queries.recordById(db, request.params.id)
      if (!record) throw new AppError('not-found')
      return { data: record }
    },
  })
}
