import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { scheduleBooking } from '#contract/classes/bookings.ts'
import * as contract from '#contract/classes/timetables.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import { balanceOf, creditsOf, unplannedMinutes } from '#server/classes/lessons/lessons.ts'
import type { Feature } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { languageOf } from '#server/platform/errors.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { previewTimetable } from './preview.ts'
import { ruleOf } from './rows.ts'
import * as timetables from './timetables.ts'

export const timetablesRoutes: Feature = (app, context) => {
  const { db } = context

  /** Applies a change, audits it for admins and replies with the updated booking. */
  async function changed(
    viewer: Viewer,
    id: string,
    action: AuditAction,
    detail: object,
    work: (tx: Transaction) => Promise<void>,
  ) {
    await transaction(db, async (tx) => {
      await work(tx)
      if (viewer.userType === 'admin')
        await writeAudit(tx, viewer, action, { kind: 'booking', id, detail: { ...detail } })
    })
    return { data: await bookingFor(context, viewer, id) }
  }

  app.route({
    ...contract.bookingTimetable,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const booking = await bookingFor(context, viewer, request.params.id)
      const [rule, credits, balance] = await Promise.all([
        ruleOf(db, booking._id),
        creditsOf(db, booking._id),
        balanceOf(db, booking._id),
      ])
      const shownRule = rule && { ...rule, _id: rule.id, weekdays: [...rule.weekdays] }
      const owed = credits.map(({ id, lessonId, ...rest }) => ({ ...rest, _id: id, lesson: lessonId }))
      // A cancelled booking has nothing left to plan.
      const unplanned = booking.status === 'cancelled' ? 0 : Math.max(0, unplannedMinutes(balance))
      return { data: { booking, rule: shownRule, credits: owed, unplanned } }
    },
  })

  app.route({
    ...contract.previewTimetable,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { params, body } = request
      return { data: await previewTimetable(context, viewer, params.id, body, languageOf(request)) }
    },
  })

  app.route({
    ...contract.setTimetable,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      return changed(viewer, id, 'booking.timetable', request.body, (tx) =>
        timetables.setTimetable(tx, viewer, id, request.body),
      )
    },
  })

  app.route({
    ...scheduleBooking,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      return changed(viewer, id, 'booking.schedule', request.body, (tx) =>
        timetables.scheduleNext(tx, viewer, id, request.body),
      )
    },
  })

  app.route({
    ...contract.moveLesson,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = await transaction(db, (tx) => timetables.moveLesson(tx, viewer, request.params.id, request.body))
      return { data: await bookingFor(context, viewer, id) }
    },
  })

  app.route({
    ...contract.addLesson,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { id } = request.params
      return changed(viewer, id, 'lesson.add', request.body, (tx) => timetables.addLesson(tx, viewer, id, request.body))
    },
  })
}
