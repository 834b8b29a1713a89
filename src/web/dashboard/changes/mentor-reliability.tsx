import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import { m } from '#messages'
import { ReliabilityFigures } from './reliability-figures.tsx'

/** A mentor's reliability; hidden before the first lesson. */
export function MentorReliability({ standing }: { standing: ReliabilityReport }) {
  if (standing.classes === 0 && standing.downSince === null) return null
  return (
    <section className="mt-4 max-w-[680px] scroll-mt-20" aria-labelledby="reliability">
      <h2 id="reliability" tabIndex={-1} className="text-section">
        {m.rely_own_title()}
      </h2>
      <ReliabilityFigures standing={standing} lead={m.rely_own_days} isCard />
    </section>
  )
}
