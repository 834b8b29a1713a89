import { isRouteErrorResponse } from 'react-router'
import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/profile-page.ts'
import { BookingBar, BookingCard, BookingLogin } from './booking.tsx'
import { book } from './booking-action.server.ts'
import { ListFailed } from './list-states.tsx'
import { loadProfile } from './profile-data.server.ts'
import { ProfileHead } from './profile-head.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { useBooking } from './use-booking.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return await loadProfile(context, params.slug, new URL(request.url))
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return await book(context, request, params.slug)
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `${m.profile_missing()} | ${m.brand_name()}` }]
  const { name, area, line, badges } = loaderData
  return [
    { title: `${m.profile_title({ name, area })} | ${m.brand_name()}` },
    { name: 'description', content: m.profile_description({ name, line, subjects: badges.join(', ') }) },
  ]
}

export default function ProfilePage({ loaderData: mentor }: Route.ComponentProps) {
  // Another mentor is another booking.
  return <Profile key={mentor.id} mentor={mentor} />
}

function Profile({ mentor }: { mentor: Route.ComponentProps['loaderData'] }) {
  const booking = useBooking(mentor)
  return (
    <main className="profile">
      <div className="page-width profile-grid">
        <ProfileHead mentor={mentor} />
        <div className="profile-body">
          <ProfileTabs mentor={mentor} />
        </div>
        <BookingCard booking={booking} mentor={mentor} />
      </div>
      <BookingBar booking={booking} mentor={mentor} />
      <BookingLogin login={booking.login} />
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ListFailed />
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
