import { m } from '#messages'

type HistoryEvent = { title: string; changes: readonly string[]; at: string; by: string; note: string }

/** History, newest first. */
export function MentorHistory({ events }: { events: readonly HistoryEvent[] }) {
  if (events.length === 0) return <p className="text-muted">{m.admin_history_none()}</p>
  return (
    <ol className="divide-y divide-line">
      {events.map(({ title, changes, at, by, note }) => (
        <li key={`${at} ${title} ${changes.join()}`} className="py-3">
          <p className="flex flex-wrap items-baseline gap-x-4">
            <b className="grow text-ink">{title}</b>
            <span className="text-small text-muted">
              {by} · <span className="whitespace-nowrap">{at}</span>
            </span>
          </p>
          {changes.map((change) => (
            <p key={change} className="text-small text-muted">
              {change}
            </p>
          ))}
          {note && <p className="whitespace-pre-line text-small">{note}</p>}
        </li>
      ))}
    </ol>
  )
}

/** Access log of private files. */
export function DocumentAccessLog({ entries }: { entries: readonly { at: string; line: string }[] }) {
  if (entries.length === 0) return <p className="text-muted">{m.admin_looks_none()}</p>
  return (
    <ol className="divide-y divide-line">
      {entries.map(({ at, line }) => (
        <li key={at + line} className="flex flex-wrap gap-x-3 py-2">
          <span>{line}</span>
          <span className="text-muted">{at}</span>
        </li>
      ))}
    </ol>
  )
}
