import type { ReactNode } from 'react'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'

type Props = { id: string; title: string; text: string; problem?: string | undefined; children: ReactNode[] }

/** What mentors gave and an admin has to look at, with the forms to decide; nothing if there is none. */
export function ToCheck({ id, title, text, problem, children }: Props) {
  if (children.length === 0 && !problem) return null
  return (
    <section className="card mt-6" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{text}</p>
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <ul className="mt-2 divide-y divide-line">{children}</ul>
    </section>
  )
}

type Given = { mentorId: string; number: string; fullName: string; since: string }

/** What one mentor gave and when, and why to look at it. */
export function GivenBy({ mentorId, number, fullName, since, given, why }: Given & { given: string; why: string[] }) {
  return (
    <div className="min-w-0">
      <LocalLink to={`/admin/mentors/${mentorId}`} className="font-semibold text-ink wrap-anywhere hover:underline">
        {fullName}
      </LocalLink>
      <span className="block text-muted text-small wrap-anywhere">
        {[number, given, formatDay(since, { year: true })].join(' · ')}
      </span>
      {why.map((reason) => (
        <span key={reason} className="block wrap-anywhere">
          {reason}
        </span>
      ))}
    </div>
  )
}
