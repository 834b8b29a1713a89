import { adminClasses, attentionReasons, type ListedClass } from '#contract/classes/admin-bookings.ts'
import { lessonStatuses } from '#contract/classes/lifecycles.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { minutesText } from '../../minutes-text.ts'
import { formatRupees } from '../../ui/money.tsx'
import { adminMeta } from '../kit/admin-meta.ts'
import type { Column } from '../kit/column.ts'
import { DataTable } from '../kit/data-table.tsx'
import { fullTime } from '../kit/full-time.ts'
import { readList } from '../kit/list-address.server.ts'
import { csvHref } from '../kit/list-address.ts'
import { SessionHead } from '../kit/section-tabs.tsx'
import { BookingLink, NotedText, peopleColumns, StatusOf, TwoLineCell } from '../kit/session-cells.tsx'
import type { Route } from './+types/classes-page.ts'
import { ClassFilter } from './class-filter.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireViewer(context, new URL(request.url), '/admin/login')
  await knownAreas(context)
  const { list, state } = await readList(context, request, adminClasses)
  const rows = list.data.map((row) => ({ ...row, city: placeNames.city(row.city) }))
  return { rows, state, statuses: [...lessonStatuses, ...attentionReasons] }
}

export { shouldRevalidate } from '../kit/row-panel.tsx'

export const meta = () => adminMeta(m.admin_nav_sessions())

const attendanceText = ({ mentorTick, parentTick, isUnmarked }: ListedClass) =>
  mentorTick
    ? (parentTick ? m.admin_class_ticks_both : m.admin_class_ticks_mentor)()
    : isUnmarked && m.admin_class_ticks_none()

/** Below the status: whether it is paid for, or who has confirmed it until then. */
const stateNote = (row: ListedClass) =>
  row.isSettled
    ? m.admin_class_settled()
    : row.mentorTick && m.admin_count_of({ name: m.admin_class_ticks(), count: String(attendanceText(row)) })

export default function ClassesPage({ loaderData: { rows, state, statuses } }: Route.ComponentProps) {
  const columns: Column<ListedClass>[] = [
    {
      key: 'date',
      label: m.admin_class_when(),
      sort: 'date',
      cell: (row) => (
        <TwoLineCell
          first={<BookingLink booking={row.booking}>{fullTime(row.startsAt)}</BookingLink>}
          second={<NotedText note={stateNote(row)}>{minutesText(row.minutes)}</NotedText>}
        />
      ),
    },
    ...peopleColumns(),
    {
      key: 'fee',
      label: m.admin_class_fee(),
      sort: 'fee',
      isNumber: true,
      cell: ({ fee }) => formatRupees(fee, true),
    },
    {
      key: 'status',
      label: m.admin_col_status(),
      cell: (row) => (
        <>
          <StatusOf status={row.isDisputed ? 'disputed' : row.isUnmarked ? 'unmarked' : row.status} />
          {/* The panel has a line of its own for who confirmed. */}
          <span
            className={`list-note block text-small text-muted empty:hidden ${row.isSettled ? '' : '[dd_&]:hidden'}`}
          >
            {stateNote(row)}
          </span>
        </>
      ),
    },
    { key: 'ticks', label: m.admin_class_ticks(), isExtra: true, cell: attendanceText },
  ]
  return (
    <>
      <SessionHead />
      <ClassFilter state={state} statuses={statuses} />
      <DataTable
        label={m.admin_tab_classes()}
        columns={columns}
        rows={rows}
        state={state}
        csv={csvHref('/api/admin/classes.csv', state.query)}
        searchHint={m.admin_search_hint()}
        empty={{ title: m.admin_class_none(), text: m.admin_class_none_text() }}
      />
    </>
  )
}
