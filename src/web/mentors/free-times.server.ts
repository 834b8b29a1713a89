import { type FreeTime, freeTimes, nextFreeTimes } from '#contract/classes/availability.ts'
import { defaultLessonMinutes, maxOfferedTimes } from '#contract/classes/limits.ts'
import { demoMinutes } from '#contract/classes/plans.ts'
import { maxSelectedMentors } from '#contract/mentors/limits.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { type LoaderContext, orFallback, readApi } from '../api.ts'
import { minutesText } from '../minutes-text.ts'
import { formatDate, formatTime, formatWeekday, timeRange } from '../ui/dates.tsx'
import { loadViewer } from '../viewer.ts'

const timesOnCard = 2
const daysOnProfile = 6
const dayMs = 86_400_000

/** Day of a free time: "Today", "Tue", or "Mon 30 Nov" from a week ahead. */
function dayText(at: Date): string {
  const days = (Date.parse(dateInIndia(at)) - Date.parse(dateInIndia(new Date()))) / dayMs
  return days === 0 ? m.free_today() : days < 7 ? formatWeekday(new Date(dateInIndia(at)).getUTCDay()) : formatDate(at)
}

/** Day and time on one line, for example "Today 7:30 pm". */
const timeText = (at: string): string => `${dayText(new Date(at))} ${formatTime(at)}`.replaceAll(' ', '\u00a0')

/** A selectable time: day and time in India as `YYYY-MM-DDTHH:MM`, and its label. */
export type FreePick = [at: string, label: string]

export const pickOf = (iso: string): FreePick => {
  const at = new Date(iso)
  return [`${dateInIndia(at)}T${timeInIndia(at)}`, timeText(iso)]
}

/** A time on a card: the search parameters of its link and its label. */
type TimeOnCard = readonly [query: string, label: string]

/** Next free times of these mentors in one request per page; cards are shown without them on failure. */
export async function freeOnCards(context: LoaderContext, mentors: readonly { _id: string }[]) {
  const ids = mentors.map(({ _id }) => _id)
  const pages = Array.from({ length: Math.ceil(ids.length / maxSelectedMentors) }, (_, i) =>
    ids.slice(i * maxSelectedMentors, (i + 1) * maxSelectedMentors),
  )
  const found = await Promise.all(
    pages.map((page) => readApi(context, nextFreeTimes, { query: { id: page.join(',') } })),
  ).catch(orFallback(context, []))
  const hasViewer = (await loadViewer(context)) !== null
  // A newcomer begins with a demo, and a short time is enough for nothing else.
  const timeOnCard = ({ startsAt, minutes }: FreeTime): TimeOnCard => {
    const [at, label] = pickOf(startsAt)
    return [hasViewer && minutes >= defaultLessonMinutes ? `at=${at}` : `plan=demo&at=${at}`, label]
  }
  const texts = new Map(
    found
      .flatMap(({ data }) => data)
      .map(({ _id, times, byAgreement }) => [_id, byAgreement ? [] : times.slice(0, timesOnCard).map(timeOnCard)]),
  )
  /** Free times; none when they are arranged individually, undefined when unknown. */
  return ({ _id }: { _id: string }): TimeOnCard[] | undefined => texts.get(_id)
}

/** Adds the duration and, for a shared class, its mode. A tuple, to keep the page small. */
const timedPick = ({ startsAt, minutes, mode }: FreeTime): [...FreePick, minutes: number, ...mode: string[]] => [
  ...pickOf(startsAt),
  minutes,
  ...(mode ? [mode] : []),
]

/** First and last of these times of each day. */
function firstAndLast(days: readonly (readonly FreeTime[])[], isOne: (time: FreeTime) => boolean): FreeTime[] {
  const ends = days.flatMap((times) => {
    const fits = times.filter(isOne)
    return [...new Set([fits[0], fits.at(-1)])].flatMap((one) => one ?? [])
  })
  return ends.slice(0, maxOfferedTimes)
}

/** Free hours by day, and selectable times: the first and last of each day, and the one `asked` for, if it is free. */
export async function freeOnProfile(context: LoaderContext, id: string, asked: string | null) {
  const found = await readApi(context, freeTimes, { params: { id }, query: {} }).catch(orFallback(context, null))
  const days = [...Map.groupBy(found?.data ?? [], ({ startsAt }) => dateInIndia(new Date(startsAt))).values()]
  // Monthly classes need more room than a demo. A shared class takes the place of no other time.
  const own = [demoMinutes, defaultLessonMinutes].flatMap((least) =>
    firstAndLast(days, ({ mode, minutes }) => mode === null && minutes >= least),
  )
  const chosen = (found?.data ?? []).filter((one) => timedPick(one)[0] === asked)
  const picks = new Set([...own, ...firstAndLast(days, ({ mode }) => mode !== null), ...chosen])
  return {
    isKnown: found !== null,
    byAgreement: found?.byAgreement ?? false,
    confirmsFirst: found?.confirmsFirst ?? false,
    // A family may begin with a month at once.
    nextForDemo: (await loadViewer(context)) ? m.free_next() : m.free_next_demo(),
    nextForMonth: m.free_next_month({ minutes: minutesText(defaultLessonMinutes) }),
    days: days.slice(0, daysOnProfile).map((times) => ({
      day: formatDate(times[0]?.startsAt ?? 0),
      ranges: hourRangesOf(times),
    })),
    picks: [...picks].sort((a, b) => a.startsAt.localeCompare(b.startsAt)).map(timedPick),
  }
}

/** Joins adjacent times to ranges, for example "4:00 pm to 8:00 pm". */
function hourRangesOf(times: readonly FreeTime[]): string[] {
  const found: { from: number; to: number }[] = []
  for (const { startsAt, minutes } of times) {
    const from = Date.parse(startsAt)
    const to = from + minutes * 60_000
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found.map(({ from, to }) => m.free_from_to(timeRange(formatTime(from), formatTime(to))))
}
