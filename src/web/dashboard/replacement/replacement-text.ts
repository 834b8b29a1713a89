import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { dayNames } from '../../day-names.ts'
import { formatClock } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from '../kit/classes.ts'

/** Formats lesson times: "Mon, Thu, 5:30 pm; Sat, 10:00 am"; empty when unknown. */
function timesText(times: ReplacementChoice['weekTimes']): string {
  const byTime = Map.groupBy(times, ({ time }) => time)
  return [...byTime]
    .map(([time, those]) =>
      [...those.map(({ day }) => dayNames[day]()), ...(time ? [formatClock(time)] : [])].join(', '),
    )
    .join('; ')
}

/** The class times that other mentors' free times are compared with. */
export function timesSentence(
  weekTimes: ReplacementChoice['weekTimes'],
  { wishes }: Pick<ShownBooking, 'wishes'>,
  isPlanned: boolean,
): string {
  const times = timesText(weekTimes)
  if (times === '') return ''
  return (!isPlanned && wishes?.days?.length ? m.replace_times_wished : m.replace_times)({ times })
}

/** Whether a mentor has the booking's times free, and on which days not. */
export function freeText({ isFree, isAway, busyDays }: Replacement, times: ReplacementChoice['weekTimes']): string {
  if (isFree) return times.length > 0 ? m.replace_free() : ''
  if (isAway) return m.replace_away()
  if (busyDays.length === 0 || busyDays.length === times.length) return m.replace_other_times()
  return m.replace_busy({ days: busyDays.map((day) => dayNames[day]()).join(', ') })
}

/** Price difference per month. */
export function priceDifferenceText(difference: number): string {
  if (difference === 0) return m.replace_same()
  const amount = formatRupees(Math.abs(difference))
  return difference > 0 ? m.replace_dearer({ amount }) : m.replace_cheaper({ amount })
}
