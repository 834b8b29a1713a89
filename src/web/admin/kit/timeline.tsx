import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import type { ShownEvent } from './timeline-labels.ts'

/** Events, newest first. */
export function Timeline({ events, isCut }: { events: readonly ShownEvent[]; isCut: boolean }) {
  return (
    <section className="card mt-5" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="mb-2 text-h3">
        {m.admin_timeline()}
      </h2>
      <ol className="divide-y divide-line">
        {events.map(({ key, title, at, facts, text, to }) => (
          <li key={key} className="grid gap-x-4 py-3 md:grid-cols-[190px_minmax(0,1fr)]">
            <span className="text-small text-muted">{at}</span>
            <div className="min-w-0 wrap-anywhere">
              <p className="flex flex-wrap gap-x-3">
                {to ? (
                  <LocalLink to={to} className="text-link font-semibold">
                    {title}
                  </LocalLink>
                ) : (
                  <b className="text-ink">{title}</b>
                )}
                <span className="text-muted">{facts}</span>
              </p>
              {text && <p className="text-small">{text}</p>}
            </div>
          </li>
        ))}
      </ol>
      {isCut && <p className="pt-3 text-small text-muted">{m.admin_timeline_cut({ count: events.length })}</p>}
    </section>
  )
}
