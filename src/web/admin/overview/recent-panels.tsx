import { m } from '#messages'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AllClear } from '../kit/all-clear.tsx'
import { issueColumns } from '../kit/case-columns.tsx'
import type { Column } from '../kit/column.ts'
import { PanelHead } from '../kit/panel-head.tsx'
import { PanelTable } from '../kit/panel-table.tsx'
import { PhoneFold } from './phone-fold.tsx'
import type { RecentCase, RecentSession } from './recent.server.ts'

const sessionColumns = (): Column<RecentSession>[] => [
  {
    key: 'mentor',
    label: m.admin_col_mentor(),
    isWide: true,
    cell: ({ booking, mentor }) => (
      <LocalLink to={`/admin/sessions/${booking}`} className="text-link flex min-h-11 items-center">
        {mentor}
      </LocalLink>
    ),
  },
  {
    key: 'student',
    label: m.admin_col_student(),
    cell: ({ learner }) => <span className="wrap-anywhere">{learner}</span>,
  },
  { key: 'subject', label: m.admin_class_subject(), cell: ({ subject }) => subject },
  { key: 'date', label: m.cases_col_date(), cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { key: 'duration', label: m.admin_col_duration(), cell: ({ duration }) => duration },
  {
    key: 'amount',
    label: m.admin_col_amount(),
    isNumber: true,
    cell: ({ amount }) => <span className="amount">{amount}</span>,
  },
]

/** The classes held last. */
export function SessionsPanel({ rows }: { rows: readonly RecentSession[] }) {
  return (
    <section className="card two-on-phones sm:mt-4" aria-labelledby="recent-sessions">
      <PanelHead id="recent-sessions" title={m.admin_recent_sessions()} to="/admin/sessions" />
      {rows.length === 0 ? (
        <EmptyState drawing={null} title={m.admin_recent_sessions_none()} text={m.admin_recent_sessions_none_text()} />
      ) : (
        <PanelTable isBrief labelledBy="recent-sessions" columns={sessionColumns()} rows={rows} />
      )}
    </section>
  )
}

/** The most urgent reports. */
export function IssuesPanel({ rows }: { rows: readonly RecentCase[] }) {
  return (
    <PhoneFold title={m.admin_reported_issues()}>
      <section className="card two-on-phones sm:mt-4" aria-labelledby="reported-issues">
        <PanelHead id="reported-issues" title={m.admin_reported_issues()} to="/admin/reports" />
        {rows.length === 0 ? (
          <AllClear title={m.cases_none()} text={m.cases_none_text()} />
        ) : (
          <PanelTable isBrief labelledBy="reported-issues" columns={issueColumns()} rows={rows} />
        )}
      </section>
    </PhoneFold>
  )
}
