import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Deadline } from '../kit/deadline.tsx'
import type { ShownDue } from './due.server.ts'

/** Open safety cases, then what is overdue or due within a day, the earliest deadline first. */
export function DuePanel({ due: { rows, more, late } }: { due: ShownDue }) {
  if (rows.length === 0) return <p className="mb-4 text-small text-muted">{m.admin_due_none()}</p>
  return (
    <section className="card mb-4" aria-labelledby="due">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id="due" className="text-h3">
          {m.admin_due()}
        </h2>
        {late > 0 && <Badge kind="failed">{m.admin_due_late({ count: late })}</Badge>}
      </div>
      <ol className="mt-3 divide-y divide-line border-t border-line">
        {rows.map(({ key, to, title, text, urgent, clock, by }) => (
          <li key={key} className="due-row">
            <LocalLink to={to} className="text-link -my-2.5 py-2.5 font-semibold lg:whitespace-nowrap">
              {title}
            </LocalLink>
            <span className="due-text">
              <span>{text}</span>
              {urgent && <b>{urgent}</b>}
            </span>
            <span className="text-small text-muted max-lg:hidden">{by}</span>
            <Deadline {...clock} />
          </li>
        ))}
      </ol>
      {more.length > 0 && (
        <ul className={`due-more ${more.every(({ isPhone }) => isPhone) ? 'sm:hidden!' : ''}`}>
          {more.map(({ to, name, counts, isPhone }) => (
            <li key={to} className={isPhone ? 'sm:hidden!' : undefined}>
              <LocalLink
                to={to}
                className="text-link min-h-11 items-center justify-between gap-3 max-lg:flex lg:block lg:content-center"
              >
                {name}
                <span className="max-lg:sr-only">: </span>
                <span>{counts}</span>
              </LocalLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
