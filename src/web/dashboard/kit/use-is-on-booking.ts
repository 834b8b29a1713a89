import { useLocation } from 'react-router'
import { plainPath } from '../../locale.ts'

/** Whether the page is a booking's own, whose heading names subject, child and mentor. */
export const useIsOnBooking = (): boolean => plainPath(useLocation().pathname).startsWith('/bookings/')
