import { m } from '#messages'
import { EmptyState } from '../ui/empty-state.tsx'
import { LocalLink } from '../ui/link.tsx'
import { CaseBadge } from './case-badge.tsx'
import { PanelHead } from './panel-head.tsx'
import type { RecentCase, RecentSession } from './recent.server.ts'

/** The classes that were held last. */
export function SessionsPanel({ rows }: { rows: readonly RecentSession[] }) {
  return (
    <section className="card min-w-0" aria-labelledby="recent-sessions">
      <PanelHead id="recent-sessions" title={m.admin_recent_sessions()} to="/admin/sessions" />
      {rows.length === 0 ? (
        <EmptyState title={m.admin_recent_sessions_none()} text={m.admin_recent_sessions_none_text()} />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map(({ id, booking, mentor, learner, subject, when, amount }) => (
            <li key={id} className="admin-recent">
              <div>
                <LocalLink to={`/admin/sessions/${booking}`} className="font-semibold text-ink hover:underline">
                  {mentor}
                </LocalLink>
                <p className="text-small text-muted">{learner}</p>
              </div>
              <div>
                <p className="text-ink">{subject}</p>
                <p className="text-small text-muted">{when}</p>
              </div>
              <p className="amount text-right">{amount}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What was reported last. */
export function IssuesPanel({ rows }: { rows: readonly RecentCase[] }) {
  return (
    <section className="card min-w-0" aria-labelledby="reported-issues">
      <PanelHead id="reported-issues" title={m.admin_reported_issues()} to="/admin/reports" />
      {rows.length === 0 ? (
        <EmptyState title={m.cases_none()} text={m.cases_none_text()} />
      ) : (
        <ul className="divide-y divide-line">
          {rows.map(({ _id, type, by, text, day, status, statusWord, priority, priorityWord }) => (
            <li key={_id} className="admin-recent">
              <div>
                <LocalLink to={`/admin/reports/${_id}`} className="font-semibold text-ink hover:underline">
                  {type}
                </LocalLink>
                <p className="text-small text-muted">{by}</p>
              </div>
              <div>
                <p>{text}</p>
                <p className="text-small text-muted">
                  {day}
                  {priority === 'high' && <b className="font-semibold text-error">, {priorityWord}</b>}
                </p>
              </div>
              <p className="justify-self-end">
                <CaseBadge status={status}>{statusWord}</CaseBadge>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
