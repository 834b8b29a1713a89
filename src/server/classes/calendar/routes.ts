import * as contract from '#contract/classes/calendar.ts'
import type { Feature } from '#server/context.ts'
import { costlyRead } from '#server/platform/guards.ts'
import { sendFile } from '#server/platform/send-file.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { createFeed, feedFile, feedFor, lessonsOfMonths, revokeFeed } from './calendar.ts'

/** Calendar services fetch many accounts' files from few IP addresses. */
const rateLimit = costlyRead(300)

export const calendarRoutes: Feature = (app, context) => {
  app.route({
    ...contract.calendarMonth,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const [lessons, feed] = await Promise.all([
        lessonsOfMonths(context, viewer, request.query),
        feedFor(context, viewer),
      ])
      return { ...lessons, feed }
    },
  })

  app.route({
    ...contract.createCalendarFeed,
    handler: async (request) => ({ data: await createFeed(context, requireViewer(request)) }),
  })

  app.route({
    ...contract.revokeCalendarFeed,
    handler: async (request) => {
      await revokeFeed(context, requireViewer(request))
      return { data: null }
    },
  })

  app.route({
    ...contract.calendarFile,
    config: { ...contract.calendarFile.config, ...rateLimit },
    handler: async (request, reply) =>
      sendFile(reply.header('x-robots-tag', 'noindex'), 'classes.ics', await feedFile(context, request.params.file)),
  })
}
