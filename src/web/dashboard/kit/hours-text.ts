import { m } from '#messages'
import { formatClock, timeRange } from '../../ui/dates.tsx'

/** "4 pm to 9 pm", "शाम 4 से 7": whole hours are short, because a cell is narrow; empty without hours. */
export function hoursText(hours: readonly { from: string; to: string }[]): string {
  const short = (time: string) => formatClock(time).replace(':00', '')
  return hours.map(({ from, to }) => m.free_from_to(timeRange(short(from), short(to)))).join(', ')
}
