import { useEffect } from 'react'
import { redirect } from 'react-router'
import { ownAvailability } from '#contract/classes/availability.ts'
import { mentorBookings } from '#contract/classes/bookings.ts'
import { ownApplication } from '#contract/mentors/applications.ts'
import { mentorSummary } from '#contract/mentors/mentor-summary.ts'
import { ownReliability } from '#contract/mentors/reliability.ts'
import { ownTaxFacts } from '#contract/mentors/taxes.ts'
import { ownMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { writeMentorNumber } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { openConsents } from '../consents.server.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { changedSections } from '../signup/changed-sections.ts'
import type { Route } from './+types/mentor-page.ts'
import { shownApplication } from './application.server.ts'
import { hasHours } from './availability/availability-path.ts'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { loadBookings } from './kit/bookings.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { movedTab } from './kit/moved-tab.server.ts'
import { subjectOptions } from './kit/subject-options.server.ts'
import { useNow } from './kit/use-now.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { MentorDashboard } from './mentor-dashboard.tsx'
import { mentorAction } from './mentor-forms.server.ts'
import { loadOwnReviews } from './reviews/reviews.server.ts'

const pages = { schedule: '/dashboard/mentor/calendar', earnings: '/dashboard/mentor/earnings' }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  const moved = movedTab(url, pages)
  if (moved) throw redirect(moved)
  await knownAreas(context)
  const [mentor, application, { active }, asked, door, reviews, standing, summary, hours, taxes, consents] =
    await Promise.all([
      readApi(context, ownMentor),
      readApi(context, ownApplication),
      loadBookings(context, mentorBookings, viewer._id, url, placeNames.area),
      requestedOutcome(context, url),
      requestedDoorCode(context, url),
      loadOwnReviews(context, writerText),
      readApi(context, ownReliability),
      readApi(context, mentorSummary),
      readApi(context, ownAvailability),
      readApi(context, ownTaxFacts),
      openConsents(context, ['mentor-conduct']),
    ])
  const own = {
    mentor: mentor.data,
    application: shownApplication(application.data, changedSections),
    active,
    standing: standing.data,
    summary: summary.data,
    taxes: taxes.data,
    conduct: consents['mentor-conduct'],
    asked,
    door,
    reviews,
    hasHours: hasHours(hours.data),
    subjects: subjectOptions(),
    now: Date.now(),
    formKey: crypto.randomUUID(),
  }
  return { viewer, own }
}

export const action = ({ context, request }: Route.ActionArgs) => mentorAction(context, request)

export { attendanceClientAction as clientAction } from './kit/offline-attendance.ts'

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_mentor_title()} - ${m.brand_name()}` }]
}

export default function MentorPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  const mentorId = own?.mentor._id
  useEffect(() => {
    if (mentorId) writeMentorNumber(mentorId)
  }, [mentorId])
  if (own) return <MentorDashboard roles={viewer.roles} {...own} now={now} />
  return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
}
