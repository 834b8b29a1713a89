import { adminUsage, type FamilyStage, familyStages } from '#contract/admin/usage.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { readApi } from '../../api.ts'
import { currentLocale } from '../../locale.ts'
import { formatMonth } from '../../ui/dates.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { stageNames } from '../kit/stage-names.ts'

/** Below it a percentage says more than the number behind it. */
const smallest = 10
/** Never rounded to none or all. */
function percentOf(part: number, all: number): string {
  if (all < smallest || part === 0) return ''
  const percent = (100 * part) / all
  return percent < 1
    ? '<1%'
    : `${formatNumber(percent < 100 ? Math.min(99, Math.round(percent)) : Math.round(percent))}%`
}
const hoursOf = (minutes: number) =>
  formatNumber(minutes < 600 ? Math.round(minutes / 6) / 10 : Math.round(minutes / 60))

/** `note`: the percentage, unless it would be of too few. `part` of the bar is filled, 0 to 1. */
export type ShareLine = { key: string; to: string; name: string; value: string; note: string; part: number }

type Given = Parameters<typeof readApi>[0]
type Place = (name: string) => string

/** What families reached, who pays again and how full the next week is, as text. */
export async function readUsage(context: Given, query: { from: string; to: string }, cityName: Place) {
  const { stages, cohorts, week, cities, subjects } = (await readApi(context, adminUsage, { query })).data
  const { families } = stages
  const stage = (key: FamilyStage | 'families'): ShareLine => ({
    key,
    to: `/admin/users?${new URLSearchParams({ ...query, ...(key !== 'families' && { reached: key }) })}`,
    name: key === 'families' ? m.admin_stage_families() : stageNames[key](),
    value: formatNumber(stages[key]),
    note: key === 'families' ? '' : percentOf(stages[key], families),
    part: families === 0 ? 0 : stages[key] / families,
  })
  const hours =
    (param: 'city' | 'subject', nameOf: Place) =>
    ({ name, offered, taken }: (typeof cities)[number]): ShareLine => ({
      key: name,
      to: `/admin/sessions?${new URLSearchParams({ [param]: name, ...week, status: 'scheduled' })}`,
      name: nameOf(name),
      value: m.admin_hours_part({ part: hoursOf(taken), all: hoursOf(offered) }),
      note: percentOf(taken / 60, offered / 60),
      part: offered === 0 ? 0 : Math.min(1, taken / offered),
    })
  const isBooked = ({ taken }: (typeof cities)[number]) => taken > 0
  const cell = (count: number | null, all: number, isNow: boolean) =>
    count === null || all === 0
      ? null
      : {
          percent: percentOf(count, all),
          text: m.admin_part_of({ part: formatNumber(count), all: formatNumber(all) }),
          isNow,
        }
  return {
    stages: families === 0 ? [] : (['families', ...familyStages] as const).map(stage),
    cohorts: cohorts.flatMap((one, old) =>
      one.families === 0
        ? []
        : [
            {
              _id: one.month,
              name: formatMonth(one.month),
              families: formatNumber(one.families),
              to: bookingsOf(one.month),
              // The nth cohort before this month is in its nth month now.
              again: one.again.map((count, i) => cell(count, one.families, i + 1 === old)),
            },
          ],
    ),
    cities: cities.filter(isBooked).map(hours('city', cityName)),
    subjects: subjects.filter(isBooked).map(hours('subject', (name) => subjectIn(name, currentLocale()))),
  }
}

/** The bookings of a month. */
function bookingsOf(month: string): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  const to = new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10)
  return `/admin/sessions/bookings?${new URLSearchParams({ from: month, to })}`
}

export type ShownUsage = Awaited<ReturnType<typeof readUsage>>
