import type { RouterContextProvider } from 'react-router'
import { type FreeTime, freeTimes, nextFreeTimes } from '#contract/availability.ts'
import { selectedMentorsMax } from '#contract/limits.ts'
import { dateInIndia, timeInIndia } from '#contract/time.ts'
import { m } from '#messages'
import { readApi, withoutIt } from '../api.ts'
import { formatDate, formatTime, formatWeekday } from '../ui/dates.tsx'

type Given = Readonly<RouterContextProvider>

const timesOnCard = 2
const daysOnProfile = 6
const picksMost = 6
const dayMs = 86_400_000

/** "Today", "Tue"; from a week on "Mon 30 Nov". */
function dayText(at: Date): string {
  const days = (Date.parse(dateInIndia(at)) - Date.parse(dateInIndia(new Date()))) / dayMs
  return days === 0 ? m.free_today() : days < 7 ? formatWeekday(new Date(dateInIndia(at)).getUTCDay()) : formatDate(at)
}

/** "Today 7:30 pm". */
const timeText = (at: string): string => `${dayText(new Date(at))} ${formatTime(at)}`

/** The next free times of each of these mentors for its card, all asked at once; cards are worth showing without. */
export async function freeOnCards(context: Given, mentors: readonly { _id: string }[]) {
  const ids = mentors.map(({ _id }) => _id)
  const pages = Array.from({ length: Math.ceil(ids.length / selectedMentorsMax) }, (_, i) =>
    ids.slice(i * selectedMentorsMax, (i + 1) * selectedMentorsMax),
  )
  const found = await Promise.all(
    pages.map((page) => readApi(context, nextFreeTimes, { query: { id: page.join(',') } })),
  ).catch(withoutIt(context, []))
  const texts = new Map(
    found.flatMap(({ data }) => data).map(({ _id, times }) => [_id, times.slice(0, timesOnCard).map(timeText)]),
  )
  return ({ _id }: { _id: string }): string[] | undefined => texts.get(_id)
}

/** A free time that can be wished: day and time of India as `YYYY-MM-DDTHH:MM`, and how it is called. */
export type FreePick = [at: string, label: string]

export const pickOf = (iso: string): FreePick => {
  const at = new Date(iso)
  return [`${dateInIndia(at)}T${timeInIndia(at)}`, timeText(iso)]
}

/** With how long it lasts, and of a shared class its mode. Place by place: every byte of a profile is loaded by phones. */
const longPick = ({ startsAt, minutes, mode }: FreeTime): [...FreePick, minutes: number, ...mode: string[]] => [
  ...pickOf(startsAt),
  minutes,
  ...(mode ? [mode] : []),
]

/** Days of the profile with the hours that are free, and times to choose from: the first and last of each day. */
export async function freeOnProfile(context: Given, id: string) {
  const found = await readApi(context, freeTimes, { params: { id }, query: {} }).catch(withoutIt(context, null))
  const days = [...Map.groupBy(found?.data ?? [], ({ startsAt }) => dateInIndia(new Date(startsAt))).values()]
  const ends = days.flatMap((times) => [...new Set([times[0], times.at(-1)])].flatMap((one) => one ?? []))
  return {
    next: days.slice(0, 3).flatMap(([first]) => (first ? [timeText(first.startsAt)] : [])),
    days: days.slice(0, daysOnProfile).map((times) => ({
      day: formatDate(times[0]?.startsAt ?? 0),
      hours: stretchesOf(times).join(', '),
    })),
    picks: ends.slice(0, picksMost).map(longPick),
  }
}

/** "4:00 pm to 8:00 pm": times that follow each other are one stretch. */
function stretchesOf(times: readonly FreeTime[]): string[] {
  const found: { from: number; to: number }[] = []
  for (const { startsAt, minutes } of times) {
    const from = Date.parse(startsAt)
    const to = from + minutes * 60_000
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found.map(({ from, to }) => m.free_from_to({ from: formatTime(from), to: formatTime(to) }))
}
