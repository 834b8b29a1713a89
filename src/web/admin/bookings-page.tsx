import { adminBookings, attentions, bookingStatuses, type ListedBooking } from '#contract/admin-bookings.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { formatDay } from '../ui/dates.tsx'
import { formatRupees } from '../ui/money.tsx'
import type { Route } from './+types/bookings-page.ts'
import { type Column, DataTable } from './data-table.tsx'
import { readList } from './list-address.server.ts'
import { fileHref } from './list-address.ts'
import { SessionTabs } from './section-tabs.tsx'
import { BookingLink, peopleColumns, StatusOf } from './session-cells.tsx'
import { SessionFilter } from './session-filter.tsx'
import { heldWords } from './session-words.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  await signedIn(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminBookings)
  const rows = list.data.map((row) => ({ ...row, city: placeNames.city(row.city) }))
  return { rows, state, statuses: [...bookingStatuses, ...attentions] }
}

export function meta() {
  return [{ title: `${m.admin_tab_bookings()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Every booking. */
export default function BookingsPage({ loaderData: { rows, state, statuses } }: Route.ComponentProps) {
  const columns: Column<ListedBooking>[] = [
    {
      key: 'date',
      label: m.admin_class_booked(),
      sort: 'date',
      cell: ({ booking, bookedAt }) => (
        <BookingLink booking={booking}>{formatDay(bookedAt, { year: true })}</BookingLink>
      ),
    },
    ...peopleColumns(),
    {
      key: 'price',
      label: m.admin_class_price(),
      sort: 'fee',
      isNumber: true,
      cell: ({ price }) => formatRupees(price),
    },
    {
      key: 'status',
      label: m.admin_col_status(),
      cell: (booking) => (
        <>
          <StatusOf status={booking.status} />
          <span className="block text-small text-muted">{heldWords(booking)}</span>
        </>
      ),
    },
    { key: 'order', label: m.admin_booking_order(), cell: ({ order }) => order },
  ]
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_sessions()}</h1>
      <p className="text-muted">{m.admin_class_text()}</p>
      <SessionTabs />
      <SessionFilter state={state} statuses={statuses} />
      <DataTable
        label={m.admin_tab_bookings()}
        columns={columns}
        rows={rows}
        state={state}
        file={fileHref('/api/admin/bookings.csv', state.given)}
        none={{ title: m.admin_class_bookings_none(), text: m.admin_class_bookings_none_text() }}
      />
    </>
  )
}
