import { ownApplication } from '#contract/mentors/applications.ts'
import { ownReliability } from '#contract/mentors/reliability.ts'
import { ownMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { sectionTitles } from '../signup/application-labels.ts'
import { changedSections } from '../signup/changed-sections.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/profile-page.ts'
import { shownApplication } from './application.server.ts'
import { ApplicationStatus } from './application-status.tsx'
import { MentorReliability } from './changes/mentor-reliability.tsx'
import { DisplaySwitch } from './display-switch.tsx'
import { isNewData, useDialogAddress } from './kit/dashboard-address.ts'
import { DoneNotice } from './kit/done-notice.tsx'
import { connectionLostResult } from './kit/lost-result.ts'
import { useChangeResult } from './kit/use-change-result.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { mentorAction } from './mentor-forms.server.ts'
import { ReceivedReviews } from './reviews/received-reviews.tsx'
import { ReviewDialogs } from './reviews/review-dialogs.tsx'
import { loadOwnReviews } from './reviews/reviews.server.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  const [mentor, application, standing, reviews] = await Promise.all([
    readApi(context, ownMentor),
    readApi(context, ownApplication),
    readApi(context, ownReliability),
    loadOwnReviews(context, writerText),
  ])
  const own = {
    mentor: mentor.data,
    application: shownApplication(application.data, { sectionTitles, changedSections }),
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

/** What families see of a mentor, the forms that change it, and its reviews and reliability. */
export default function ProfilePage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const { close } = useDialogAddress()
  useChangeResult(close, () => true)
  if (!own)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  const { mentor, application, standing, reviews } = own
  return (
    <main className="page-width pb-12">
      <PageHeading
        title={m.shell_profile()}
        text={`${mentor.fullName}, ${mentor.number}`}
        actions={
          mentor.isListed && (
            <ButtonLink look="outline" to={`/mentors/${mentor.slug}`}>
              {m.dash_see_profile()}
            </ButtonLink>
          )
        }
      />
      <DoneNotice />
      <ReviewDialogs reviews={reviews} side="mentor" />
      <div className="grid max-w-[680px] gap-4">
        <DisplaySwitch mentor={mentor} />
        <ApplicationStatus {...application} />
        <ReceivedReviews received={reviews.received} slug={mentor.slug} />
        <MentorReliability standing={standing} />
      </div>
    </main>
  )
}
