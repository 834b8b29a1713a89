import { maxGoldOnList, nearbyKm, ratingPrior, reliabilityRules, verificationLimits } from '#contract/mentors/limits.ts'
import { defaultPlacing, type RankingKey, rankingKeys } from '#contract/mentors/ranking.ts'
import { reviewLimits } from '#contract/reviews/limits.ts'
import { settleDays } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { pageHead } from '../seo/head.server.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/ranking-page.ts'

/** A key without its text does not compile, and their order is that of the search. */
const keys: Record<RankingKey, () => { title: string; text: string }> = {
  reach: () => ({ title: m.rank_reach(), text: m.rank_reach_text({ km: nearbyKm }) }),
  placing: () => ({ title: m.rank_placing(), text: m.rank_placing_text() }),
  distance: () => ({ title: m.rank_distance(), text: m.rank_distance_text() }),
  rating: () => ({ title: m.rank_rating(), text: m.rank_rating_text() }),
}

export function loader({ context }: Route.LoaderArgs) {
  const { words, blindDays } = reviewLimits
  const title = m.rank_title()
  const lead = m.rank_lead()
  return {
    head: pageHead(context, { path: '/ranking', title, description: lead }),
    title,
    lead,
    gold: { title: m.rank_gold(), text: m.rank_gold_text({ count: maxGoldOnList }) },
    order: { title: m.rank_order(), items: rankingKeys.map((key) => ({ key, ...keys[key]() })) },
    reviews: {
      title: m.rank_reviews(),
      points: [
        m.rank_reviews_who(words),
        m.rank_reviews_blind({ days: blindDays }),
        m.rank_reviews_check({ settleDays }),
        m.rank_reviews_weigh(),
      ],
    },
    numbers: {
      title: m.rank_numbers(),
      points: [
        m.rank_numbers_placing({
          start: defaultPlacing,
          ...verificationLimits.ranking,
          down: reliabilityRules.placesDown,
        }),
        m.rank_numbers_rating(ratingPrior),
      ],
    },
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** What the order of mentors depends on, from the table that the search sorts by. */
export default function RankingPage({ loaderData }: Route.ComponentProps) {
  const { title, lead, gold, order, reviews, numbers } = loaderData
  return (
    <main className="page-width max-w-[calc(65ch+64px)]">
      <PageHeading title={title} text={lead} />
      <article className="max-w-prose">
        <h2 className="mb-2 text-h3">{gold.title}</h2>
        <p>{gold.text}</p>
        <h2 className="mt-8 mb-2 text-h3">{order.title}</h2>
        <ol className="grid list-decimal gap-4 pl-6 marker:font-semibold marker:text-ink">
          {order.items.map(({ key, title, text }) => (
            <li key={key} data-key={key}>
              <h3 className="font-semibold text-ink">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <h2 className="mt-8 mb-2 text-h3">{reviews.title}</h2>
        <Points of={reviews.points} />
        <details className="mt-4">
          <summary className="text-link min-h-11 cursor-pointer content-center">{numbers.title}</summary>
          <Points of={numbers.points} />
        </details>
      </article>
    </main>
  )
}

const Points = ({ of }: { of: readonly string[] }) => (
  <ul className="grid list-disc gap-2 pl-5 marker:text-muted">
    {of.map((one) => (
      <li key={one}>{one}</li>
    ))}
  </ul>
)
