import { isDeepStrictEqual } from 'node:util'
import type { Availability, Week } from '#contract/availability.ts'
import { freeTimesAhead } from '#contract/limits.ts'
import { dateInIndia, plusMinutes } from '#contract/time.ts'
import type { Parts } from '#server/app.ts'
import { projectMentors } from '#server/mentors/mentors.ts'
import { tellChange } from '#server/platform/changes.ts'
import { databaseNow, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import {
  type FreeTime,
  freeTimesOf,
  type Hours,
  hoursOn,
  instead,
  minutesOf,
  onePerDay,
  type Stretch,
  timeOf,
} from './free-times.ts'
import * as rows from './queries.ts'

type Db = Parts['db']
const yearDays = 365

/** The mentor of this session; somebody without an application has no hours. */
export function mentorOf({ mentorId }: Viewer): string {
  if (!mentorId) throw new AppError('not-found')
  return mentorId
}

/** Hours and what is taken in the days in which times are offered. One question, so by this machine's clock: it is advice. */
async function coming(db: Db, ids: readonly string[], isPublic: boolean) {
  const now = new Date()
  const from = dateInIndia(now)
  const until = dateInIndia(plusMinutes(now, freeTimesAhead.days * 1440))
  return { now, hours: await rows.hoursOf(db, { ids, from, until, isPublic }) }
}

/** When a mentor is free in the coming days, for a class of so many minutes. */
export async function freeTimesFor(db: Db, mentorId: string, minutes: number): Promise<FreeTime[]> {
  const { now, hours } = await coming(db, [mentorId], false)
  const own = hours.get(mentorId)
  return own ? freeTimesOf(own, { now, minutes }) : []
}

/** The next free times of mentors that families see, one a day. */
export async function nextFreeTimes(db: Db, ids: readonly string[], count: number) {
  const { now, hours } = await coming(db, ids, true)
  return [...hours].map(([id, one]) => ({ id, times: onePerDay(freeTimesOf(one, { now }), count) }))
}

/** Three free times instead of a wished one that is taken, for a class of one family. */
export async function insteadOf(db: Db, wish: { mentorId: string; minutes: number; at: Date }): Promise<Date[]> {
  const times = await freeTimesFor(db, wish.mentorId, wish.minutes)
  const alone = times.filter(({ mode }) => mode === null)
  return instead(alone, wish.at, wish.minutes).map(({ startsAt }) => startsAt)
}

const shown = (stretches: readonly Stretch[]) => stretches.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) }))

/** When a mentor teaches on one date. */
export async function hoursOnDate(db: Db, mentorId: string, date: string): Promise<{ from: string; to: string }[]> {
  const found = await rows.hoursOf(db, { ids: [mentorId], from: date, until: date, isPublic: false })
  const hours = found.get(mentorId)
  return hours ? shown(hoursOn(hours, date)) : []
}

const weekShown = (week: Hours['week']): Week =>
  Object.entries(week).flatMap(([day, hours]) => shown(hours).map((one) => ({ weekday: Number(day), ...one })))
const stretchesOf = (hours: readonly { from: string; to: string }[]): Stretch[] =>
  joined(hours.map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const).sort((a, b) => a[0] - b[0]))

/** As the database keeps them: what follows at once is one stretch. */
function joined(sorted: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const [from, to] of sorted) {
    const last = found.at(-1)
    if (last?.[1] === from) found.splice(-1, 1, [last[0], to])
    else found.push([from, to])
  }
  return found
}

/** What a mentor set, or begins with. */
export async function readAvailability(db: Db, mentorId: string): Promise<Availability> {
  const today = dateInIndia(await databaseNow(db))
  const until = dateInIndia(new Date(Date.parse(today) + yearDays * 86_400_000))
  const [found, version, leave] = await Promise.all([
    rows.hoursOf(db, { ids: [mentorId], from: today, until, isPublic: false }),
    rows.versionOf(db, mentorId),
    rows.leaveFrom(db, mentorId, today),
  ])
  const { week = {}, days = {} } = found.get(mentorId) ?? {}
  return {
    version,
    week: weekShown(week),
    days: Object.entries(days)
      .map(([date, hours]) => ({ date, hours: shown(hours) }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    leave: leave.map(({ id, ...rest }) => ({ _id: id, ...rest })),
  }
}

/** Sets the weekly hours. Set already is a success; another version by now is refused. */
export async function setWeek({ db }: Parts, mentorId: string, { version, week }: { version: number; week: Week }) {
  await transaction(db, async (tx) => {
    await rows.lockMentor(tx, mentorId)
    const given: Record<number, Stretch[]> = {}
    for (let day = 1; day <= 7; day++) given[day] = stretchesOf(week.filter((one) => one.weekday === day))
    const now = await readAvailability(tx, mentorId)
    if (now.version > 0 && isDeepStrictEqual(now.week, weekShown(given))) return
    if (now.version !== version) throw new AppError('changed-meanwhile', { version: now.version })
    await rows.writeWeek(tx, mentorId, given)
    await projectMentors(tx, [mentorId])
  })
  return await readAvailability(db, mentorId)
}

async function checkDate(db: Db, field: string, date: string): Promise<string> {
  const now = await databaseNow(db)
  const today = dateInIndia(now)
  if (date < today) throw new AppError('bad-request', { fields: [{ field, problem: 'not over' }] })
  if (date > dateInIndia(plusMinutes(now, yearDays * 1440)))
    throw new AppError('bad-request', { fields: [{ field, problem: 'within a year from now' }] })
  return today
}

/** Sets other hours for one date, none when empty; null takes them away again. */
export async function setDay(
  { db }: Parts,
  mentorId: string,
  date: string,
  hours: readonly { from: string; to: string }[] | null,
) {
  await transaction(db, async (tx) => {
    const today = await checkDate(tx, 'date', date)
    await rows.lockMentor(tx, mentorId)
    await rows.writeDay(tx, mentorId, date, hours && stretchesOf(hours), today)
    await tellChange(tx, 'public_pages')
  })
  return await readAvailability(db, mentorId)
}

/** Takes leave; taken twice it is one. Classes in it stay. */
export async function takeLeave(
  { db }: Parts,
  mentorId: string,
  { from, to, note = '' }: { from: string; to: string; note?: string | undefined },
) {
  return await transaction(db, async (tx) => {
    await checkDate(tx, 'from', from)
    await rows.lockMentor(tx, mentorId)
    const id = await rows.insertLeave(tx, mentorId, { from, to, note })
    await tellChange(tx, 'public_pages')
    return await leaveOf(tx, mentorId, id)
  })
}

/** Takes leave back; taken back already is a success. */
export async function endLeave({ db }: Parts, mentorId: string, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await rows.endLeave(tx, mentorId, id))) throw new AppError('not-found')
    await tellChange(tx, 'public_pages')
  })
}

export async function leaveOf(db: Db, mentorId: string, id: string): Promise<Availability['leave'][number]> {
  const found = await rows.leaveById(db, mentorId, id)
  if (!found) throw new AppError('not-found')
  const { id: _id, ...rest } = found
  return { _id, ...rest }
}
