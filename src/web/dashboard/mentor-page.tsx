import { useEffect } from 'react'
import { redirect } from 'react-router'
import { mentorHome } from '#contract/apps/mentor-home.ts'
import { consentText } from '#contract/people/consent-texts.ts'
import { m } from '#messages'
import { writeMentorNumber } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi, serverContext } from '../api.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { changedSections } from '../signup/changed-sections.ts'
import type { Route } from './+types/mentor-page.ts'
import { shownApplication } from './application.server.ts'
import { requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { toShownBooking } from './kit/bookings.server.ts'
import { isActive } from './kit/classes.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { movedTab } from './kit/moved-tab.server.ts'
import { subjectOptions } from './kit/subject-options.server.ts'
import { useNow } from './kit/use-now.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { MentorDashboard } from './mentor-dashboard.tsx'
import { mentorAction } from './mentor-forms.server.ts'
import { profileTasks } from './profile-tasks.server.ts'
import { loadPrompts } from './reviews/reviews.server.ts'

const pages = { schedule: '/dashboard/mentor/calendar', earnings: '/dashboard/mentor/earnings' }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  const moved = movedTab(url, pages)
  if (moved) throw redirect(moved)
  await knownAreas(context)
  const [{ data: home }, asked, door] = await Promise.all([
    readApi(context, mentorHome),
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
  ])
  const { locale } = context.get(serverContext)
  const conduct = consentText('mentor-conduct', locale)
  const own = {
    mentor: home.mentor,
    application: shownApplication(home.application, changedSections),
    active: home.bookings.map((one) => toShownBooking(one, locale, placeNames.area)).filter(isActive),
    standing: home.reliability,
    summary: home.summary,
    taxes: home.taxes,
    conduct: home.conduct.includes(conduct.version) ? null : conduct,
    asked,
    door,
    reviews: await loadPrompts(context, writerText, { url, prompts: home.prompts }),
    hasHours: home.hasHours,
    tasks: profileTasks(home.application, home.hasHours),
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
