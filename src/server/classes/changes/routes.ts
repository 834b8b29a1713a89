import * as contract from '#contract/classes/changes.ts'
import { previewSkippedClasses, skipClasses } from '#contract/classes/skipped-classes.ts'
import { bookingFor } from '#server/classes/bookings/bookings.ts'
import type { Feature } from '#server/context.ts'
import { assertReason } from '#server/platform/audit.ts'
import { requireViewer, type Viewer } from '#server/platform/sessions.ts'
import { answerNoShow, cancelLesson, lessonOutcome, reportNoShow } from './changes.ts'
import { answerProposal, proposeTime } from './proposals.ts'
import { previewSkip, skipSuspendedLessons } from './skipped-lessons.ts'
import { skipLesson } from './skips.ts'

export const changesRoutes: Feature = (app, context) => {
  const shown = async (viewer: Viewer, bookingId: string) => ({ data: await bookingFor(context, viewer, bookingId) })

  app.route({
    ...contract.lessonOutcome,
    handler: async (request) => ({
      data: await lessonOutcome(context, requireViewer(request), request.params.id, request.query.action),
    }),
  })

  app.route({
    ...contract.cancelLesson,
    handler: async (request) => {
      const viewer = requireViewer(request)
      return shown(viewer, await cancelLesson(context, viewer, request.params.id, request.body))
    },
  })

  app.route({
    ...contract.skipLesson,
    handler: async (request) => {
      const viewer = requireViewer(request)
      assertReason(viewer, request.body.reason)
      return shown(viewer, await skipLesson(context, viewer, request.params.id, request.body))
    },
  })

  app.route({
    ...previewSkippedClasses,
    handler: async (request) => ({ data: await previewSkip(context, request.params.id, request.query.until ?? null) }),
  })

  app.route({
    ...skipClasses,
    handler: async (request) => ({
      data: await skipSuspendedLessons(context, requireViewer(request), request.params.id, request.body),
    }),
  })

  app.route({
    ...contract.reportNoShow,
    handler: async (request) => {
      const viewer = requireViewer(request)
      return shown(viewer, await reportNoShow(context, viewer, request.params.id, request.body))
    },
  })

  app.route({
    ...contract.answerNoShow,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const { answer, text = '' } = request.body
      return shown(viewer, await answerNoShow(context, viewer, request.params.id, { answer, words: text }))
    },
  })

  app.route({
    ...contract.proposeTime,
    handler: async (request) => {
      const viewer = requireViewer(request)
      return shown(viewer, await proposeTime(context, viewer, request.params.id, request.body))
    },
  })

  app.route({
    ...contract.answerProposal,
    handler: async (request) => {
      const viewer = requireViewer(request)
      return shown(viewer, await answerProposal(context, viewer, request.params.id, request.body))
    },
  })
}
