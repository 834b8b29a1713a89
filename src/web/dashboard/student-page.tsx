import { redirect } from 'react-router'
import { visitCodes } from '#contract/classes/attendance.ts'
import { familyBookings } from '#contract/classes/bookings.ts'
import { callingNumber, unfinishedOrders } from '#contract/money/payments.ts'
import { ownLearners } from '#contract/people/learners.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
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
import { movedTab } from './kit/moved-tab.server.ts'
import { useNow } from './kit/use-now.ts'
import { useTick } from './kit/use-tick.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { loadOwnReviews } from './reviews/reviews.server.ts'

const pages = { payments: '/dashboard/student/payments', schedule: '/dashboard/student/classes' }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, family: null }
  const moved = movedTab(url, pages)
  if (moved) throw redirect(moved)
  await knownAreas(context)
  const [{ active, all, cards, morePages }, admin, unfinished, asked, door, reviews, shown] = await Promise.all([
    loadBookings(context, familyBookings, viewer._id, url, placeNames.area),
    readApi(context, callingNumber),
    readApi(context, unfinishedOrders),
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
    loadOwnReviews(context, writerText),
    readApi(context, visitCodes),
  ])
  const orders = unfinished.data.map((one) => ({ ...one, subject: subjectIn(one.subject, currentLocale()) }))
  const codes = shown.data.map((one) => ({ ...one, subjectName: subjectIn(one.subject, currentLocale()) }))
  // Only a booking that lacks its address needs what is kept for the child.
  const learners = all.some(({ needsAddress }) => needsAddress) ? (await readApi(context, ownLearners)).data : []
  return {
    viewer,
    family: {
      active,
      cards,
      morePages,
      orders,
      callingNo: admin.data[0]?.callingNo ?? null,
      codes,
      months: await monthsAfterDemos(context, all),
      asked,
      door,
      reviews,
      where: { cities: listedCities(), kept: Object.fromEntries(learners.map(({ _id, address }) => [_id, address])) },
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
