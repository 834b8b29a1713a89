import { isRouteErrorResponse } from 'react-router'
import { m } from '#messages'
import { withOrderHint } from '../accounts/login-hints.ts'
import { orFallback } from '../api.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { otherDataUnless } from '../other-data.ts'
import { pageHead } from '../seo/head.server.ts'
import { breadcrumbs, mentorThing } from '../seo/structured-data.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { late } from '../ui/late.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Route } from './+types/profile-page.ts'
import { BookingBar, BookingCard, BookingLogin } from './booking.tsx'
import { type BookingProblem, book } from './booking-action.server.ts'
import { ListFailed } from './list-states.tsx'
import { MentorCard } from './mentor-card.tsx'
import { loadProfile } from './profile-data.server.ts'
import { ProfileHead } from './profile-head.tsx'
import { ProfileReviews } from './profile-reviews.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { reviewsOnProfile } from './reviews.server.ts'
import type { SimilarToGone } from './similar.server.ts'
import { useBooking } from './use-booking.ts'
import './profile.css'

const GoneMentor = late('gone-mentor', async () => (await import('./gone-mentor.tsx')).GoneMentor)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [mentor, reviews] = await Promise.all([
    loadProfile(context, params.slug, new URL(request.url)),
    // The profile is shown without reviews on failure.
    reviewsOnProfile(context, params.slug).catch(orFallback(context, null)),
  ])
  const { name, area, city, line, badges, options } = mentor
  const path = `/mentors/${mentor.slug}`
  const seen = {
    ...mentor,
    subjects: options.subjects.map(({ label }) => label),
    prices: options.modes.map(({ monthly }) => monthly),
  }
  const steps = [
    { name: m.shell_home(), path: '/' },
    mentor.landing ?? { name: m.shell_find_tutors(), path: '/mentors' },
    { name, path },
  ]
  const head = pageHead(context, {
    path,
    title: m.profile_title({
      name,
      subjects: badges.slice(0, 2).join(', '),
      place: area === city ? city : `${area}, ${city}`,
    }),
    description: m.profile_description({ name, line, subjects: badges.join(', ') }),
    image: mentor.photo,
    type: 'profile',
    things: (publicUrl) => [mentorThing(publicUrl, seen), breadcrumbs(publicUrl, steps)],
  })
  const reviewsNone = reviews?.total === 0 ? m.review_none_text({ name }) : undefined
  return { ...mentor, reviews, reviewsNone, head }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return await book(context, request, params.slug)
}

export const clientAction = connectionLostAction(
  (): BookingProblem => ({ code: '', message: m.failure_connection(), amount: null }),
  withOrderHint,
)

export const shouldRevalidate = otherDataUnless('tab', 'plan', 'at', 'hours', 'mode', 'subject')

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) return loaderData.head
  const title = isGone(error) ? error.data.texts.title : m.profile_missing()
  return [{ title: `${title} | ${m.brand_name()}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProfilePage({ loaderData: mentor }: Route.ComponentProps) {
  // Reset the booking state for another mentor.
  return <Profile key={mentor.id} mentor={mentor} />
}

function Profile({ mentor }: { mentor: Route.ComponentProps['loaderData'] }) {
  const booking = useBooking(mentor)
  return (
    <main className="profile">
      <div className="page-width profile-grid">
        <ProfileHead mentor={mentor} />
        <div className="profile-body">
          <ProfileTabs
            booking={booking}
            mentor={mentor}
            reviews={mentor.reviews && <ProfileReviews mentor={mentor} reviews={mentor.reviews} />}
          />
        </div>
        <BookingCard booking={booking} mentor={mentor} />
      </div>
      {mentor.similar.length > 0 && (
        <section aria-labelledby="similar-mentors" className="page-width profile-similar">
          <h2 id="similar-mentors" className="text-h3 lg:text-[24px]">
            {m.profile_similar()}
          </h2>
          <ul className="silver-cards">
            {mentor.similar.map((card) => (
              <li key={card.slug}>
                <MentorCard card={card} />
              </li>
            ))}
          </ul>
          {mentor.landing && (
            <p className="mt-4">
              <LocalLink to={mentor.landing.path} className="text-link inline-flex min-h-11 items-center">
                {mentor.landing.name}
              </LocalLink>
            </p>
          )}
        </section>
      )}
      <BookingBar booking={booking} mentor={mentor} />
      <BookingLogin login={booking.login} title={mentor.texts.login} />
    </main>
  )
}

const isGone = (error: unknown): error is { data: SimilarToGone } => isRouteErrorResponse(error) && error.status === 410

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isGone(error)) return <GoneMentor instead={error.data} />
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ListFailed error={error} />
  return (
    <main className="page-width py-10">
      <title>{`${m.profile_missing()} | ${m.brand_name()}`}</title>
      <EmptyState
        heading="h1"
        title={m.profile_missing()}
        text={m.profile_missing_text()}
        action={<ButtonLink to="/mentors">{m.profile_missing_link()}</ButtonLink>}
      />
    </main>
  )
}
