import * as contract from '#contract/classes/calendar.ts'
import type { Feature } from '#server/context.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { classesOfMonth, endFeed, feedFile, feedFor, makeFeed } from './calendar.ts'

/** Calendar services fetch many accounts' files from few IP addresses. */
const pace = { asksOutside: true, rateLimit: { max: 300, timeWindow: '1 minute' } }

export const calendarRoutes: Feature = (app, context) => {
  app.route({
    ...contract.calendarMonth,
    handler: async (request) => {
      const viewer = loggedIn(request)
      const [data, feed] = await Promise.all([
        classesOfMonth(context, viewer, request.query.month),
        feedFor(context, viewer),
      ])
      return { data, feed }
    },
  })

  app.route({
    ...contract.makeCalendarFeed,
    handler: async (request) => ({ data: await makeFeed(context, loggedIn(request)) }),
  })

  app.route({
    ...contract.endCalendarFeed,
    handler: async (request) => {
      await endFeed(context, loggedIn(request))
      return { data: null }
    },
  })

  app.route({
    ...contract.calendarFile,
    config: { ...contract.calendarFile.config, ...pace },
    handler: async (request, reply) =>
      reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="classes.ics"')
        .header('x-robots-tag', 'noindex')
        .send(Buffer.from(await feedFile(context, request.params.file))),
  })
}
