import { redirect } from 'react-router'
import { localHref } from '../../locale.ts'
import type { Route } from './+types/family-timetable.ts'

/** The timetable stands on the booking's page; messages sent earlier link here. */
export function loader({ params, request }: Route.LoaderArgs) {
  return redirect(localHref(`/bookings/${encodeURIComponent(params.booking)}${new URL(request.url).search}`))
}
