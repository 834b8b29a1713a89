import type { Standing } from '#contract/reliability.ts'
import { m } from '#messages'
import { ReliabilityFigures } from './reliability-figures.tsx'

/** A mentor's own reliability; nothing before the first class. */
export function MentorReliability({ standing }: { standing: Standing }) {
  if (standing.classes === 0 && standing.downSince === null) return null
  return (
    <section className="mt-8" aria-labelledby="reliability">
      <h2 id="reliability" className="text-h3">
        {m.rely_title()}
      </h2>
      <ReliabilityFigures standing={standing} />
    </section>
  )
}
