import { isSingleLesson } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { loadTimetable } from '../kit/timetable.server.ts'
import { useNow } from '../kit/use-now.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/family-timetable-page.ts'
import { TimetableDates } from './timetable-dates.tsx'
import { UnscheduledList, VoidedCredits } from './unscheduled-list.tsx'
import { WeeklyTimes } from './weekly-times.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  return { viewer, own: { timetable: await loadTimetable(context, params.booking, placeNames.area), now: Date.now() } }
}

export function meta() {
  return [{ title: `${m.timetable_title()} - ${m.brand_name()}` }]
}

/** A booking's weekly times, dates and credits for its family. */
export default function FamilyTimetablePage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  const { timetable } = own
  const { booking } = timetable
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: '/dashboard/student', label: m.dash_parent_title() }}
        title={m.timetable_title()}
        text={[booking.subjectName, booking.mentor.fullName, booking.student].join(', ')}
      />
      <div className="max-w-[680px]">
        {!isSingleLesson(booking.plan, booking.minutes) && <WeeklyTimes rule={timetable.rule} />}
        <UnscheduledList timetable={timetable} side="family" />
        <VoidedCredits timetable={timetable} side="family" />
        <TimetableDates timetable={timetable} side="family" now={now} />
      </div>
    </main>
  )
}
