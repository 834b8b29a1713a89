import { m } from '#messages'
import { withOrderHint } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { textOf } from '../form.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, listedCities, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import type { Route } from './+types/booking-page.ts'
import { loadFamilyBooking, loadMentorBooking } from './booking.server.ts'
import { FamilyBooking } from './family-booking.tsx'
import { submitFamilyForm } from './family-forms.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { connectionLostResult } from './kit/lost-result.ts'
import { storeOffline, withTimeout } from './kit/offline-attendance.ts'
import { WrongRole } from './kit/wrong-role.tsx'
import { MentorBooking } from './mentor-booking.tsx'
import { submitMentorForm } from './mentor-forms.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  const nothing = { viewer, family: null, mentor: null }
  if (viewer.userType === 'admin' || viewer._id === null) return nothing
  await knownAreas(context)
  const asked = { id: params.booking, url, names: { areaName: placeNames.area, writerText } }
  return viewer.userType === 'student'
    ? { ...nothing, family: await loadFamilyBooking(context, asked, listedCities()) }
    : { ...nothing, mentor: await loadMentorBooking(context, asked) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  return viewer.userType === 'mentor' ? submitMentorForm(context, request) : submitFamilyForm(context, request)
}

const isAttendance = (form: FormData) => textOf(form, 'intent') === 'attend'

export const clientAction = connectionLostAction(
  (form) => (isAttendance(form) ? storeOffline(form) : connectionLostResult(form)),
  (send, form) => (isAttendance(form) ? withTimeout(send) : withOrderHint(send)),
)

export const shouldRevalidate = isNewData

export function meta({ loaderData }: Route.MetaArgs) {
  const booking = (loaderData?.family ?? loaderData?.mentor)?.timetable.booking
  const name = booking && (loaderData?.family ? booking.mentor.fullName : booking.student)
  return [
    { title: `${[booking?.subjectName ?? m.dash_bookings(), name].filter(Boolean).join(', ')} - ${m.brand_name()}` },
  ]
}

/** One booking, for its family or its mentor. */
export default function BookingPage({ loaderData: { viewer, family, mentor } }: Route.ComponentProps) {
  if (family) return <FamilyBooking {...family} />
  if (mentor) return <MentorBooking {...mentor} />
  return <WrongRole viewer={viewer} wanted="student" />
}
