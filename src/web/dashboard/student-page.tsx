import { visitCodes } from '#contract/classes/attendance.ts'
import { familyBookings } from '#contract/classes/bookings.ts'
import { callingNumber, unfinishedOrders } from '#contract/money/payments.ts'
import { familyRefunds } from '#contract/money/refunds.ts'
import { ownLearners } from '#contract/people/learners.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { ownCalls } from '#contract/support/calls.ts'
import { m } from '#messages'
import { withOrderHint } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, listedCities, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import type { Route } from './+types/student-page.ts'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { FamilyDashboard } from './family-dashboard.tsx'
import { familyAction } from './family-forms.server.ts'
import { monthsAfterDemos } from './kit/after-demo.server.ts'
import { loadBookings } from './kit/bookings.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { connectionLostResult } from './kit/lost-result.ts'
import { useNow } from './kit/use-now.ts'
import { useTick } from './kit/use-tick.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { loadOwnReviews } from './reviews/reviews.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, family: null }
  await knownAreas(context)
  const [{ active, reported, all, cards, morePages }, admin, unfinished, back, asked, door, reviews, shown, calls] =
    await Promise.all([
      loadBookings(context, familyBookings, viewer._id, url, placeNames.area),
      readApi(context, callingNumber),
      readApi(context, unfinishedOrders),
      readApi(context, familyRefunds),
      requestedOutcome(context, url),
      requestedDoorCode(context, url),
      loadOwnReviews(context, writerText),
      readApi(context, visitCodes),
      readApi(context, ownCalls),
    ])
  const orders = unfinished.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) }))
  const refunds = back.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) }))
  const codes = shown.data.map((one) => ({ ...one, subjectName: subjectIn(one.subject, currentLocale()) }))
  const callingNo = admin.data[0]?.callingNo ?? null
  const months = await monthsAfterDemos(context, all)
  // Only a booking that lacks its address needs what is kept for the child.
  const learners = all.some(({ needsAddress }) => needsAddress) ? (await readApi(context, ownLearners)).data : []
  const kept = Object.fromEntries(learners.map(({ _id, address }) => [_id, address]))
  return {
    viewer,
    family: {
      active,
      reported,
      cards,
      morePages,
      money: back.money,
      orders,
      refunds,
      callingNo,
      codes,
      months,
      asked,
      door,
      reviews,
      calls: calls.data,
      where: { cities: listedCities(), kept },
      now: Date.now(),
    },
  }
}

export const action = ({ context, request }: Route.ActionArgs) => familyAction(context, request)

export const clientAction = connectionLostAction(connectionLostResult, withOrderHint)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_parent_title()} - ${m.brand_name()}` }]
}

export default function StudentPage({ loaderData: { viewer, family } }: Route.ComponentProps) {
  const now = useNow(family?.now ?? 0)
  const tick = useTick()
  if (!family) return <WrongRole viewer={viewer} wanted="student" />
  return <FamilyDashboard name={viewer.name} roles={viewer.roles} {...family} now={now} tick={tick} />
}
