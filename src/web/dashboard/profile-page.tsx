import { ownAvailability } from '#contract/classes/availability.ts'
import { ownApplication } from '#contract/mentors/applications.ts'
import { mentorFilter, oneMentor } from '#contract/mentors/mentors.ts'
import { ownReliability } from '#contract/mentors/reliability.ts'
import { type OwnMentor, ownMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { cardOf } from '../mentors/card.server.ts'
import { MentorCard } from '../mentors/mentor-card.tsx'
import { knownAreas } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { changedSections } from '../signup/changed-sections.ts'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/profile-page.ts'
import { shownApplication } from './application.server.ts'
import { ApplicationStatus } from './application-status.tsx'
import { MentorReliability } from './changes/mentor-reliability.tsx'
import { DisplaySwitch } from './display-switch.tsx'
import { hasHours } from './kit/availability-path.ts'
import { isNewData, useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { connectionLostResult } from './kit/lost-result.ts'
import { useChangeResult } from './kit/use-change-result.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { mentorAction } from './mentor-forms.server.ts'
import { ProfileCompleteness } from './profile-completeness.tsx'
import { isUnfinished } from './profile-task.ts'
import { profileTasks } from './profile-tasks.server.ts'
import { ReceivedReviews } from './reviews/received-reviews.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { loadOwnReviews } from './reviews/reviews.server.ts'

/** The mentor's card in the list, and null while families do not see it. */
async function shownCard(context: Route.LoaderArgs['context'], { isListed, slug }: OwnMentor) {
  if (!isListed) return null
  const { data } = await readApi(context, oneMentor, { params: { id: slug }, query: {} })
  return cardOf(data, mentorFilter.parse({}), '')
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const [mentor, application, hours, standing, reviews] = await Promise.all([
    readApi(context, ownMentor),
    readApi(context, ownApplication),
    readApi(context, ownAvailability),
    readApi(context, ownReliability),
    loadOwnReviews(context, writerText),
  ])
  const own = {
    mentor: mentor.data,
    card: await shownCard(context, mentor.data),
    hasHours: hasHours(hours.data),
    tasks: profileTasks(application.data, hasHours(hours.data)),
    application: shownApplication(application.data, changedSections),
    standing: standing.data,
    reviews,
  }
  return { viewer, own }
}

export const action = ({ context, request }: Route.ActionArgs) => mentorAction(context, request)

export const clientAction = connectionLostAction(connectionLostResult)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.shell_profile()} - ${m.brand_name()}` }]
}

/** How complete a mentor's profile is, what families see, the forms that change it, and its reviews and reliability. */
export default function ProfilePage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const { close } = useDialogAddress()
  useChangeResult(close, () => true)
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  const { mentor, card, hasHours, tasks, application, standing, reviews } = own
  // What is missing comes first, unless it is the optional video alone. The order is that of phones, which have one column.
  const isFirst = isUnfinished(tasks)
  const completeness = <ProfileCompleteness tasks={tasks} />
  const details = (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {isFirst && completeness}
      <ApplicationStatus {...application} />
    </div>
  )
  return (
    <main className="page-width pb-12">
      <PageHeading title={m.shell_profile()} text={`${mentor.fullName}, ${mentor.number}`} />
      <DoneNotice />
      <ReviewDialogs reviews={reviews} side="mentor" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-8">
        {isFirst && details}
        <div className="min-w-0 lg:col-start-2 lg:row-start-1">
          <DisplaySwitch mentor={mentor} hasHours={hasHours} />
        </div>
        {!isFirst && details}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-2">
          {!isFirst && completeness}
          <section aria-labelledby="preview" className="mt-4 min-w-0">
            <h2 id="preview" className="text-section">
              {m.profile_preview()}
            </h2>
            <p className="mb-3 text-muted text-small">
              {card ? m.profile_preview_text() : m.dash_hidden_text()}{' '}
              {card && (
                <LocalLink to={`/mentors/${mentor.slug}`} className="text-link -my-2.5 inline-block py-2.5">
                  {m.dash_see_profile()}
                </LocalLink>
              )}
            </p>
            {/* Inert, because its buttons are for families. */}
            {card && (
              <div inert>
                <MentorCard card={card} eager />
              </div>
            )}
          </section>
        </div>
        <div className="grid min-w-0 gap-4 empty:hidden lg:col-start-1 lg:row-start-3">
          <ReceivedReviews received={reviews.received} slug={mentor.slug} />
          <MentorReliability standing={standing} />
        </div>
      </div>
    </main>
  )
}
