import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import { m } from '#messages'
import { formatDay } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { ReliabilityFigures } from './reliability-figures.tsx'

type Props = { standing: ReliabilityReport }

/** A mentor's reliability; hidden before the first lesson. */
export function MentorReliability({ standing }: Props) {
  if (standing.classes === 0 && standing.downSince === null) return null
  return (
    <section className="mt-4 max-w-[680px] scroll-mt-20" aria-labelledby="reliability">
      <h2 id="reliability" tabIndex={-1} className="mb-3 text-section">
        {m.rely_own_title()}
      </h2>
      <ReliabilityFigures standing={standing} lead={m.rely_own_days} />
    </section>
  )
}

/** Notice while the mentor is ranked lower. */
export function RankingNotice({ standing: { downSince } }: Props) {
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
