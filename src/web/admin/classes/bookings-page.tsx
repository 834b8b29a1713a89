import { adminBookings, bookingAttentionReasons, type ListedBooking } from '#contract/classes/admin-bookings.ts'
import { bookingStatuses } from '#contract/classes/lifecycles.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { minutesText } from '../../minutes-text.ts'
import { LocalLink } from '../../ui/link.tsx'
import { formatNumber, formatRupees } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullDay } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { SessionHead } from '../kit/section-tabs.tsx'
import { BookingLink, NotedText, peopleColumns, StatusOf, TwoLineCell } from '../kit/session-cells.tsx'
import { owedText, statusName, usedText } from '../kit/session-labels.ts'
import type { Route } from './+types/bookings-page.ts'
import { ClassFilter } from './class-filter.tsx'

/** Reasons to call the family. */
const callReasons = ['no_address', 'against_wish'] as const
type CallReason = (typeof callReasons)[number]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminBookings)
  const rows = list.data.map((row) => ({ ...row, city: placeNames.city(row.city) }))
  const countOf = async (status: CallReason) =>
    [status, (await readApi(context, adminBookings, { query: { status, limit: 1 } })).total] as const
  const counts = await Promise.all(callReasons.map(countOf))
  const waiting = counts.filter(([, total]) => total !== 0)
  return { rows, state, counts: waiting, statuses: [...bookingStatuses, ...bookingAttentionReasons] }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_tab_bookings())

const countText = (total: number | { atLeast: number }) =>
  typeof total === 'number' ? formatNumber(total) : `${formatNumber(total.atLeast)}+`

const attentionText = (booking: ListedBooking): string =>
  [
    booking.needsAddress && statusName('no_address'),
    booking.isAgainstWish && statusName('against_wish'),
    owedText(booking),
  ]
    .filter(Boolean)
    .join(', ')

export default function BookingsPage({ loaderData: { rows, state, counts, statuses } }: Route.ComponentProps) {
  const columns: Column<ListedBooking>[] = [
    {
      key: 'date',
      label: m.admin_class_booked(),
      sort: 'date',
      cell: (row) => (
        <TwoLineCell
          first={<BookingLink booking={row.booking}>{fullDay(row.bookedAt)}</BookingLink>}
          second={<NotedText note={attentionText(row) || usedText(row)}>{row.order}</NotedText>}
        />
      ),
    },
    ...peopleColumns(),
    {
      key: 'price',
      label: m.admin_class_price(),
      sort: 'fee',
      isNumber: true,
      cell: ({ price, minutes }) => <TwoLineCell first={formatRupees(price, true)} second={minutesText(minutes)} />,
    },
    {
      key: 'status',
      label: m.admin_col_status(),
      cell: (booking) => (
        <>
          <StatusOf status={booking.isDisputed ? 'disputed' : booking.status} />
          {attentionText(booking) ? (
            <span className="list-lines list-note block text-small text-warn">{attentionText(booking)}</span>
          ) : (
            <span className="list-note block text-small text-muted">{usedText(booking)}</span>
          )}
        </>
      ),
    },
    // In the row it is below the status.
    { key: 'held', label: m.admin_tab_classes(), isExtra: true, cell: usedText },
    { key: 'attention', label: m.admin_class_attention(), isExtra: true, cell: attentionText },
  ]
  return (
    <>
      <SessionHead />
      <p className="mt-3 flex flex-wrap gap-x-5 empty:hidden">
        {counts.map(([status, total]) => (
          <LocalLink
            key={status}
            to={`/admin/sessions/bookings?status=${status}`}
            className="text-link inline-flex min-h-11 items-center"
          >
            {m.admin_count_of({ name: statusName(status), count: countText(total) })}
          </LocalLink>
        ))}
      </p>
      <ClassFilter state={state} statuses={statuses} />
      <DataTable
        label={m.admin_tab_bookings()}
        columns={columns}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/bookings.csv', state.query)}
        searchHint={m.admin_search_hint()}
        empty={{ title: m.admin_class_bookings_none(), text: m.admin_class_bookings_none_text() }}
      />
    </>
  )
}
