import * as contract from '#contract/classes/calendar.ts'
import type { Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { createFeed, feedFile, feedFor, lessonsOfMonths, revokeFeed } from './calendar.ts'

/** Calendar services fetch many accounts' files from few IP addresses. */
const rateLimit = { isCostlyRead: true, rateLimit: { max: 300, timeWindow: '1 minute' } }

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
      reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="classes.ics"')
        .header('x-robots-tag', 'noindex')
        .send(Buffer.from(await feedFile(context, request.params.file))),
  })
}
