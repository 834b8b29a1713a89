import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { isUnfinished, type ProfileTask, percentOf } from './profile-task.ts'

/** How complete a mentor's profile is, and what to add; finished parts are folded. */
export function ProfileCompleteness({ tasks }: { tasks: readonly ProfileTask[] }) {
  const done = tasks.filter(({ isDone }) => isDone)
  const open = tasks.filter(({ isDone }) => !isDone)
  const percent = percentOf(tasks)
  return (
    <section className="card grid gap-3 pb-1!" aria-labelledby="complete">
      <h2 id="complete" className="text-card">
        {isUnfinished(tasks) ? m.profile_percent({ percent }) : m.profile_complete()}
      </h2>
      {percent < 100 && (
        <svg aria-hidden="true" width="100%" height="8" className="rounded-full bg-sunk">
          <rect width={`${percent}%`} height="8" rx="4" className="fill-tick" />
        </svg>
      )}
      <div className="divide-y divide-line">
        {open.length > 0 && (
          <ul className="divide-y divide-line">
            {open.map(({ to, label, text }) => (
              <li key={to}>
                <LocalLink to={to} className="flex min-h-14 items-center justify-between gap-3 py-2">
                  <span className="min-w-0">
                    <span className="block font-semibold text-primary">{label}</span>
                    <span className="block text-muted text-small leading-tight">{text}</span>
                  </span>
                  <Icon name="chevron-right" size={20} className="-mr-1.5 flex-none text-muted" />
                </LocalLink>
              </li>
            ))}
          </ul>
        )}
        {done.length > 0 && (
          <details>
            <summary className="text-link min-h-12">{m.profile_done({ count: done.length })}</summary>
            <ul className="pb-2">
              {done.map(({ to, label }) => (
                <li key={to}>
                  <LocalLink to={to} className="flex min-h-11 items-center gap-2 text-muted">
                    <Icon name="check" size={18} className="flex-none text-tick" />
                    {label}
                  </LocalLink>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  )
}
