import { m } from '#messages'
import { type DateInput, formatClock, formatDate, formatDay, formatTime, timeRange } from '../../ui/dates.tsx'

const yearOf = (at: DateInput) => formatDay(at, { year: true }).slice(-4)

/** "Mon 23 Nov, 5:30 pm"; in another year "Mon 23 Nov 2025, 5:30 pm". */
export const fullTime = (at: DateInput, language?: Parameters<typeof formatTime>[1]): string =>
  `${fullDay(at, language)}, ${formatTime(at, language)}`

/** "Mon 23 Nov"; in another year "Mon 23 Nov 2025". */
export const fullDay = (at: DateInput, language?: Parameters<typeof formatTime>[1]): string =>
  `${formatDate(at, language)}${yearOf(at) === yearOf(Date.now()) ? '' : ` ${yearOf(at)}`}`

/** "11:02-12:01" in a text becomes "11:02 am to 12:01 pm". */
export const timesText = (text: string): string =>
  text.replace(/(\d\d:\d\d) ?- ?(\d\d:\d\d)/, (_, from: string, to: string) =>
    m.dash_times(timeRange(formatClock(from), formatClock(to))),
  )
