import { redirect } from 'react-router'
import { localHref } from '../../locale.ts'
import type { Route } from './+types/to-booking.ts'

/** A booking's former address, to which messages sent earlier link. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(localHref(`/bookings/${params.booking}`))
