import { bookingPages, familyPayments, mentorStudents } from '#contract/apps/booking-pages.ts'
import { familyHome } from '#contract/apps/family-home.ts'
import { appFrame } from '#contract/apps/frame.ts'
import { mentorHome } from '#contract/apps/mentor-home.ts'
import { toBookings, toCodes, visibleTo } from '#server/classes/bookings/bookings.ts'
import type { Feature } from '#server/context.ts'
import { toOwnState } from '#server/mentors/applications/applications.ts'
import { toReliability } from '#server/mentors/reliability/reliability.ts'
import { toOwnTaxes } from '#server/mentors/taxes/taxes.ts'
import { monthsAfterDemos, toOrderSummary, toSummaries } from '#server/money/payments/payments.ts'
import { toSummary } from '#server/money/payouts/payouts.ts'
import { toFamilyRefunds } from '#server/money/refunds/refunds.ts'
import { toViewer } from '#server/people/accounts/accounts.ts'
import { AppError, languageOf, orNotFound } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { toPrompts } from '#server/reviews/reviews.ts'
import { mentorHomeOf } from './mentor-rows.ts'
import * as rows from './queries.ts'

/** Bookings to read for pages: one more says that there are more. */
const newestOf = ({ pages }: { pages: number }): number => pages * bookingPages.bookings + 1

export const appsRoutes: Feature = (app, context) => {
  const { db, config } = context
  app.route({
    ...appFrame,
    handler: async ({ viewer }) => {
      if (!viewer) return { data: { viewer: null, unreadMessages: 0, shortlist: [] } }
      const { unread, unreadMessages, shortlist } = await rows.frameOf(db, viewer)
      return { data: { viewer: toViewer(viewer, unread), unreadMessages, shortlist } }
    },
  })

  app.route({
    ...familyHome,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const familyId = orNotFound(viewer.familyId)
      const found = await rows.familyHomeOf(db, familyId, newestOf(request.query))
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
            familyId,
            demos.map(({ booking }) => booking),
          ),
          addresses: bookings.some(({ needsAddress }) => needsAddress) ? found.addresses : {},
        },
      }
    },
  })
  app.route({
    ...mentorHome,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const now = new Date()
      const mentorId = orNotFound(viewer.mentorId)
      const found = await mentorHomeOf(db, { mentorId, accountId: viewer.accountId }, now)
      const {
        mentor: [mentor],
        home: [home],
      } = found
      if (!mentor || !home) throw new AppError('not-found')
      return {
        data: {
          mentor,
          application: toOwnState(found),
          bookings: toBookings(home.bookings).map((one) => visibleTo(viewer, one)),
          prompts: toPrompts(home.prompted, 'mentor'),
          reliability: toReliability(found),
          summary: toSummary(found, now),
          taxes: toOwnTaxes(found),
          hasHours: home.hasHours,
          conduct: home.conduct,
        },
      }
    },
  })
  app.route({
    ...familyPayments,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const found = await rows.familyPaymentsOf(db, orNotFound(viewer.familyId), newestOf(request.query))
      const page = orNotFound(found.page[0])
      return {
        data: {
          bookings: toBookings(page.bookings).map((one) => visibleTo(viewer, one)),
          orders: toSummaries(page.orders).map((one) => toOrderSummary(context, one, languageOf(request))),
          ...toFamilyRefunds(found),
        },
      }
    },
  })

  app.route({
    ...mentorStudents,
    handler: async (request) => {
      const viewer = requireViewer(request)
      const found = await rows.bookingPagesOf(db, orNotFound(viewer.mentorId), newestOf(request.query))
      return { data: { bookings: toBookings(found).map((one) => visibleTo(viewer, one)) } }
    },
  })
}
