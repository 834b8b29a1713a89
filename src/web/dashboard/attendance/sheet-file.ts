import { redirect } from 'react-router'
import { bookingRecords } from '#contract/classes/bookings.ts'
import { readApi } from '../../api.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { readViewer } from '../../viewer.ts'
import type { Route } from './+types/sheet-file.ts'

/** Downloads a monthly sheet. Refusals become pages: the login or the viewer's dashboard. */
export async function loader({ context, params: { booking, month, kind } }: Route.LoaderArgs) {
  if (!(await readViewer(context))) throw redirect(localHref(`/login?${new URLSearchParams({ next: '/dashboard' })}`))
  const known = await readApi(context, bookingRecords, { params: { id: booking } }).catch(() => null)
  const isFile = known !== null && (kind === 'pdf' || kind === 'csv') && /^20\d\d-(0[1-9]|1[0-2])$/.test(month)
  const query = new URLSearchParams({ month, language: currentLocale() })
  throw redirect(isFile ? `/api/class-bookings/${booking}/sheet/${kind}?${query}` : localHref('/dashboard'))
}
