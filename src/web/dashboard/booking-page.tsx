import { data } from 'react-router'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { knownAreas, listedCities, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { late } from '../ui/late.tsx'
import { readViewer } from '../viewer.ts'
import type { Route } from './+types/booking-page.ts'
import { loadFamilyBooking, loadMentorBooking } from './booking-data.server.ts'
import { familyAction } from './family-forms.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { loadTimetable } from './kit/timetable.server.ts'
import { useNow } from './kit/use-now.ts'
import { mentorAction } from './mentor-forms.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const { userType } = await requireViewer(context, url)
  // Admins have a page of their own; here only the booking's two sides exist.
  if (userType === 'admin') throw data(null, { status: 404 })
  await knownAreas(context)
  const timetable = await loadTimetable(context, params.id, placeNames.area)
  const { booking } = timetable
  const now = Date.now()
  return userType === 'mentor'
    ? { timetable, now, family: null, mentor: await loadMentorBooking(context, url, writerText) }
    : {
        timetable,
        now,
        family: await loadFamilyBooking(context, booking, { url, cities: listedCities(), writerText }),
        mentor: null,
      }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = await readViewer(context)
  return await (viewer?.userType === 'mentor' ? mentorAction : familyAction)(context, request)
}

export { attendanceClientAction as clientAction } from './kit/offline-attendance.ts'

export const shouldRevalidate = isNewData

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { subjectName, student, mentor } = loaderData.timetable.booking
  const person = loaderData.family ? mentor.fullName : student
  return [{ title: `${subjectName}, ${person} - ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

const FamilyBooking = late('family-booking', async () => (await import('./family-booking.tsx')).FamilyBooking)
const MentorBooking = late('mentor-booking', async () => (await import('./mentor-booking.tsx')).MentorBooking)

/** One booking, for its family or its mentor. */
export default function BookingPage({ loaderData }: Route.ComponentProps) {
  const { timetable, family, mentor } = loaderData
  const now = useNow(loaderData.now)
  if (family) return <FamilyBooking timetable={timetable} {...family} now={now} />
  return mentor && <MentorBooking timetable={timetable} {...mentor} now={now} />
}
