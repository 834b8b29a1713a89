import { familyHome, homePages } from '#contract/apps/family-home.ts'
import { appFrame } from '#contract/apps/frame.ts'
import { toBookings, toCodes, visibleTo } from '#server/classes/bookings/bookings.ts'
import type { Feature } from '#server/context.ts'
import { monthsAfterDemos, toOrderSummary, toSummaries } from '#server/money/payments/payments.ts'
import { toViewer } from '#server/people/accounts/accounts.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { toPrompts } from '#server/reviews/reviews.ts'
import * as rows from './queries.ts'

export const appsRoutes: Feature = (app, context) => {
  const { db, config } = context
  app.route({
    ...appFrame,
    handler: async ({ viewer }) => {
      if (!viewer) return { data: { viewer: null, messages: 0, shortlist: [] } }
      const { unread, messages, shortlist } = await rows.frameOf(db, viewer)
      return { data: { viewer: toViewer(viewer, unread), messages, shortlist } }
    },
  })

  app.route({
    ...familyHome,
    handler: async (request) => {
      const viewer = requireViewer(request)
      if (!viewer.familyId) throw new AppError('not-found')
      // One more says that there are more.
      const newest = request.query.pages * homePages.bookings + 1
      const found = await rows.familyHomeOf(db, viewer.familyId, newest)
      const bookings = toBookings(found.bookings).map((one) => visibleTo(viewer, one))
      const prompts = toPrompts(found.prompted, 'family')
      const demos = prompts.filter(({ isDemoAsked }) => isDemoAsked)
      return {
        data: {
          bookings,
          orders: toSummaries(found.orders).map((one) => toOrderSummary(context, one, languageOf(request))),
          codes: toCodes(config, found.codes),
          prompts,
          months: await monthsAfterDemos(
            db,
            viewer.familyId,
            demos.map(({ booking }) => booking),
          ),
          addresses: bookings.some(({ needsAddress }) => needsAddress) ? found.addresses : {},
        },
      }
    },
  })
}
