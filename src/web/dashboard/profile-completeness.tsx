import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'

type Props = {
  /** What is missing, with the address of its form. */
  missing: readonly { to: string; label: string }[]
  /** Number of parts of a complete profile. */
  of: number
}

/** How complete a mentor's profile is, and what to add. */
export function ProfileCompleteness({ missing, of }: Props) {
  const percent = Math.round(((of - missing.length) / of) * 100)
  return (
    <section className="card grid gap-3" aria-labelledby="complete">
      <h2 id="complete" className="text-h3">
        {missing.length === 0 ? m.profile_complete() : m.profile_percent({ percent })}
      </h2>
      <svg aria-hidden="true" width="100%" height="8" className="rounded-full bg-sunk">
        <rect width={`${percent}%`} height="8" rx="4" className="fill-tick" />
      </svg>
      {missing.length > 0 && (
        <ul className="divide-y divide-line">
          {missing.map(({ to, label }) => (
            <li key={to}>
              <LocalLink to={to} className="text-link flex min-h-11 items-center justify-between gap-3">
                {label}
                <Icon name="chevron-right" size={20} className="flex-none" />
              </LocalLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
