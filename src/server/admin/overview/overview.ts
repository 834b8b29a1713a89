import { sql } from 'kysely'
import { type DayFigure, dayFigures } from '#contract/admin/overview.ts'
import type { PeopleCounts } from '#contract/people/people.ts'
import { missingOffice } from '#contract/wire/office.ts'
import { isReal } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './figures-rows.ts'

export { moveCityFigures } from './figures-rows.ts'
export { hasReached, startOf } from './usage-rows.ts'

/**
 * Counts of people, including suspended and unlisted ones but not draft applications. A person with both roles is counted
 * in each role and once among the users.
 */
export async function countPeople(db: Db): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    select f.families, m.mentors, m.verified, m.pending, f.families + m.mentors - b.both as users
    from (select count(*)::int as families from family) f
      cross join (select count(*)::int as mentors, (count(*) filter (where status = 'verified'))::int as verified,
        (count(*) filter (where status in ('submitted', 'in_review')))::int as pending from mentor where status <> 'draft') m
      cross join (select count(*)::int as both from mentor v join family w on w.account_id = v.account_id where v.status <> 'draft') b`.execute(
    db,
  )
  if (!rows[0]) throw new Error('counting people returned no row')
  return rows[0]
}

type Values = Record<DayFigure, number>
const dayMs = 86_400_000
const isMoney = (figure: string) => figure === 'paid' || figure === 'revenue'
const inUnits = (figure: string, value: number) => (isMoney(figure) ? value / 100 : value)

/** Counts what happened since the last run, or everything on the first. Safe to repeat. */
export async function countFigures(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const since = await rows.lockCounted(tx)
    const counted = await rows.figuresCounted(tx)
    for (const figure of dayFigures) await rows.countFrom(tx, figure, counted.includes(figure) ? since : null)
    await rows.recountChanged(tx)
    await rows.countActive(tx)
    await rows.setCounted(tx)
  })
}

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** Daily up to a month, weekly up to half a year, then monthly. */
function stepOf(days: number): 'day' | 'week' | 'month' {
  return days <= 31 ? 'day' : days <= 190 ? 'week' : 'month'
}

/** The first day of each step of a range. */
export function stepsOf(from: string, to: string): string[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  const step = stepOf(days)
  if (step === 'month') {
    const months = new Set([from.slice(0, 7)])
    for (let day = from; day <= to; day = dayBefore(day, -1)) months.add(day.slice(0, 7))
    return [...months].map((month, i) => (i === 0 ? from : `${month}-01`))
  }
  const size = step === 'day' ? 1 : 7
  return Array.from({ length: Math.ceil(days / size) }, (_, i) => dayBefore(from, -i * size))
}

/** Figures of a range, compared with the same number of days before it. */
export async function overview({ db, config }: Context, { from, to }: { from: string; to: string }) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  const [now, before, totals, people, countedAt, office] = await Promise.all([
    rows.daysOf(db, from, to),
    rows.daysOf(db, dayBefore(from, days), dayBefore(from, 1)),
    rows.totalsOf(db),
    countPeople(db),
    rows.lastCountedAt(db),
    readSetting(db, 'office'),
  ])
  const sum = (found: rows.DayRow[], figure: string) =>
    inUnits(
      figure,
      found.reduce((all, row) => all + (row.figure === figure ? row.value : 0), 0),
    )
  const range = Object.fromEntries(
    dayFigures.map((figure) => [figure, { value: sum(now, figure), before: sum(before, figure) }]),
  ) as Record<DayFigure, { value: number; before: number }> // Complete: built from every figure.
  const starts = stepsOf(from, to)
  const series = starts.map((start, i) => {
    const within = now.filter(({ day }) => day >= start && day < (starts[i + 1] ?? '9999'))
    return {
      from: start,
      values: Object.fromEntries(dayFigures.map((figure) => [figure, sum(within, figure)])) as Values,
    } // Complete: built from every figure.
  })
  return {
    totals: {
      users: people.users,
      families: people.families,
      mentors: people.mentors,
      verifiedMentors: people.verified,
      pendingVerification: people.pending,
      sessions: totals.sessions ?? 0,
      revenue: (totals.revenue ?? 0) / 100,
      activeUsers: totals.active_families ?? 0,
      activeSubjects: totals.active_subjects ?? 0,
    },
    range,
    step: stepOf(days),
    series,
    missing: isReal(config) ? missingOffice(office) : [],
    countedAt: countedAt?.toISOString() ?? null,
  }
}
