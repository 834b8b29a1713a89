import { mentorStudents } from '#contract/apps/booking-pages.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { currentLocale } from '../locale.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/students-page.ts'
import { BookingLines } from './bookings/booking-lines.tsx'
import { StudentLine } from './bookings/student-line.tsx'
import { MentorDisputes } from './changes/mentor-disputes.tsx'
import { pagesIn, toBookingsPage } from './kit/bookings.server.ts'
import { useNow } from './kit/use-now.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const pages = pagesIn(url)
  const { data } = await readApi(context, mentorStudents, { query: { pages } })
  const given = { pages, locale: currentLocale(), areaName: placeNames.area }
  const { cards, reported, morePages } = toBookingsPage(data.bookings, given)
  return { viewer, own: { cards, reported, morePages, now: Date.now() } }
}

export function meta() {
  return [{ title: `${m.shell_students()} - ${m.brand_name()}` }]
}

/** A mentor's students, by booking. */
export default function StudentsPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  return (
    <main className="page-width pb-12">
      <PageHeading title={m.shell_students()} />
      <div className={`grid gap-8 ${own.cards.length > 0 ? 'lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start' : ''}`}>
        {own.cards.length > 0 ? (
          <div>
            <BookingLines bookings={own.cards} side="mentor" line={StudentLine} now={now} morePages={own.morePages} />
          </div>
        ) : (
          <EmptyState
            title={m.dash_students_none()}
            text={m.dash_students_none_text()}
            action={<ButtonLink to="/dashboard/mentor/profile">{m.dash_see_profile()}</ButtonLink>}
          />
        )}
        <MentorDisputes bookings={own.reported} now={now} />
      </div>
    </main>
  )
}
