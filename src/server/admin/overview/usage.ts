import { dateInIndia } from '#contract/wire/time.ts'
import type { Db } from '#server/platform/database.ts'
import { cohortsOf, type HoursRow, hoursOf, stagesOf } from './usage-rows.ts'

const dayMs = 86_400_000

/** What families of a range reached, who pays again, and how full the mentors' next week is. */
export async function usage(db: Db, { from, to }: { from: string; to: string }) {
  const [stages, cohorts, hours] = await Promise.all([stagesOf(db, from, to), cohortsOf(db), hoursOf(db)])
  const only = (kind: HoursRow['by']) => hours.flatMap(({ by, ...rest }) => (by === kind ? [rest] : []))
  const later = (days: number) => dateInIndia(new Date(Date.now() + days * dayMs))
  return {
    stages,
    // The newest month is this one: its next has not begun.
    cohorts: cohorts.map(({ month, families, one, two, three }, old) => ({
      month,
      families,
      again: [one, two, three].map((count, i) => (i < old ? count : null)),
    })),
    week: { from: later(1), to: later(7) },
    cities: only('city'),
    subjects: only('subject'),
  }
}
