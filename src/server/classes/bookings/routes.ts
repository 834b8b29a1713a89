import * as addresses from '#contract/classes/addresses.ts'
import * as attendance from '#contract/classes/attendance.ts'
import * as contract from '#contract/classes/bookings.ts'
import type { Context, Feature } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { changeAddress } from './addresses.ts'
import { enterCode, markHeld, saveNote, tickRecord, wrongCodeError } from './attendance.ts'
import { bookingFor, visibleTo } from './booking-for.ts'
import * as queries from './queries.ts'
import { visitCodesFor } from './shown-codes.ts'
import { visitCodesBy } from './visit-code.ts'

async function pageOf(
  { db, cursors }: Context,
  viewer: Viewer,
  owner: { familyId: string } | { mentorId: string },
  query: { cursor?: string | undefined; limit: number },
) {
  const list = `bookings:${JSON.stringify(owner)}`
  const afterId = query.cursor ? cursors.read<string>(list, query.cursor) : null
  const { bookings, more, total } = await queries.bookingsOf(db, owner, afterId, query.limit)
  const last = bookings.at(-1)
  const data = bookings.map((one) => visibleTo(viewer, one))
  return { data, nextCursor: more && last ? cursors.write(list, last._id) : null, total }
}

export const bookingsRoutes: Feature = (app, context) => {
  const { db } = context
  const codes = visitCodesBy(context.config.secretKeys)
  const readRecord = async (id: string) => orNotFound(await queries.recordById(db, id))

  app.route({
    ...contract.familyBookings,
    handler: async (request) => {
      const viewer = requireViewer(request)
      if (viewer.userType !== 'admin' && viewer.familyId !== request.params.id) throw new AppError('not-found')
      return pageOf(context, viewer, { familyId: request.params.id }, request.query)
    },
  })

  app.route({
    ...contract.mentorBookings,
    handler: async (request) => {
      const viewer = requireViewer(request)
      if (viewer.userType !== 'admin' && viewer.mentorId !== request.params.id) throw new AppError('not-found')
      return pageOf(context, viewer, { mentorId: request.params.id }, request.query)
    },
  })

  app.route({
    ...addresses.changeAddress,
    handler: async (request) => {
      const { address } = request.body
      await transaction(db, (tx) => changeAddress(tx, requireViewer(request), request.params.id, address))
      return { data: { address } }
    },
  })

  app.route({
    ...contract.bookingRecords,
    handler: async (request) => {
      const booking = await bookingFor(context, requireViewer(request), request.params.id)
      const data = await queries.recordsOf(db, booking._id)
      return { data, nextCursor: null, total: data.length }
    },
  })

  app.route({
    ...contract.markAttendance,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const phone = request.headers['x-phone-time']
      const options = { codes, phoneNow: typeof phone === 'string' ? phone : undefined }
      const id = await transaction(db, (tx) => markHeld(tx, viewer, request.body, options))
      if (id instanceof AppError) throw id
      return { data: await readRecord(id) }
    },
  })

  app.route({
    ...contract.tickAttendance,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await transaction(db, (tx) => tickRecord(tx, viewer, request.params.id, request.body))
      return { data: await readRecord(request.params.id) }
    },
  })

  app.route({
    ...attendance.visitCodes,
    handler: async (request) => ({ data: await visitCodesFor(context, requireViewer(request)) }),
  })

  app.route({
    ...attendance.enterVisitCode,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      // A wrong attempt is committed first, then refused.
      const isRight = await transaction(db, (tx) => enterCode(tx, viewer, id, request.body.code, codes))
      const record = await readRecord(id)
      if (isRight) return { data: record }
      throw wrongCodeError(record.codeTries, 'visit-code-blocked')
    },
  })

  app.route({
    ...attendance.saveNote,
    handler: async (request) => {
      const viewer = requireViewer(request)
      await transaction(db, (tx) => saveNote(tx, viewer, request.params.id, request.body))
      return { data: await readRecord(request.params.id) }
    },
  })
}
