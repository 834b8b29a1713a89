import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import { m } from '#messages'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'

/** Notice while the mentor is ranked lower. */
export function RankingNotice({ standing: { downSince } }: { standing: ReliabilityReport }) {
  if (downSince === null) return null
  return (
    <div className="mb-6">
      <Notice>
        {m.rely_down({ date: formatDay(downSince) })}{' '}
        <LocalLink to="/dashboard/mentor/profile#reliability" className="text-link inline-flex min-h-11 items-center">
          {m.rely_see()}
        </LocalLink>
      </Notice>
    </div>
  )
}
