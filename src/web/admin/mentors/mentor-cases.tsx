import type { CaseStatus } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import { CaseBadge } from '../kit/case-badge.tsx'

export type CaseAbout = { id: string; number: string; line: string; status: CaseStatus; word: string; at: string }

/** Support cases about a mentor, newest first. */
export function MentorCases({ cases }: { cases: readonly CaseAbout[] }) {
  if (cases.length === 0) return <p className="text-muted">{m.admin_cases_about_none()}</p>
  return (
    <ul className="divide-y divide-line">
      {cases.map(({ id, number, line, status, word, at }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <LocalLink to={`/admin/reports/${id}`} className="text-link inline-flex min-h-11 items-center font-semibold">
            {number}
          </LocalLink>
          <span className="min-w-0 grow basis-60 wrap-anywhere">{line}</span>
          <span className="text-small text-muted">{at}</span>
          <CaseBadge status={status}>{word}</CaseBadge>
        </li>
      ))}
    </ul>
  )
}
