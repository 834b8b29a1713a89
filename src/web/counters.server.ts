import type { homeFigures } from '#contract/mentors/mentors.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { m } from '#messages'
import type { Counter } from './ui/counters.tsx'

/** A small number of families is not worth showing. */
const fewFamilies = 100

/** The figures an owner chose to show, with their labels. */
export function countersOf({ shown, ...known }: ReplyOf<typeof homeFigures>['data']): Counter[] {
  const count = (name: (typeof shown)[number]) => (shown.includes(name) ? (known[name] ?? 0) : 0)
  const families = count('families')
  return [
    { value: count('mentors'), label: m.home_count_mentors() },
    { value: families < fewFamilies ? 0 : families, label: m.home_count_families() },
    { value: count('subjects'), label: m.home_count_subjects() },
    { value: count('rating'), label: m.home_count_rating(), decimals: 1 },
  ].filter(({ value }) => value > 0)
}
