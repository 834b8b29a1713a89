import { type DateInput, formatDate, formatDay, formatTime } from '../../ui/dates.tsx'

type Language = Parameters<typeof formatTime>[1]

/** "Mon 23 Nov, 5:30 pm"; in another year "Mon 23 Nov 2025, 5:30 pm". */
export function fullTime(at: DateInput, language?: Language): string {
  const year = (time: DateInput) => formatDay(time, { year: true }).slice(-4)
  const shown = year(at) === year(Date.now()) ? '' : ` ${year(at)}`
  return `${formatDate(at, language)}${shown}, ${formatTime(at, language)}`
}
