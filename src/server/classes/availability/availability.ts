import { isDeepStrictEqual } from 'node:util'
import type { Availability, Week } from '#contract/classes/availability.ts'
import { freeTimeWindow } from '#contract/classes/limits.ts'
import { demoMinutes } from '#contract/classes/plans.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { announceMentor, projectMentors } from '#server/mentors/search/mentors.ts'
import { databaseNow, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { lockMentor } from '#server/platform/locks.ts'
import {
  alternatives,
  type FreeTime,
  firstOfDays,
  freeTimesOf,
  type Hours,
  hoursOn,
  isByAgreement,
  minutesOf,
  type TimeRange,
  timeOf,
} from './free-times.ts'
import * as rows from './queries.ts'

type Db = Context['db']
const yearDays = 365

/** Hours and busy times for the bookable days. Uses the application clock: results are advisory. */
async function bookableHours(db: Db, ids: readonly string[], query: { isPublic: boolean } & rows.HoldOwner) {
  const now = new Date()
  const from = dateInIndia(now)
  const until = dateInIndia(plusMinutes(now, freeTimeWindow.days * 1440))
  return { now, hours: await rows.hoursOf(db, { ids, from, until, ...query }) }
}

/**
 * Bookable start times of a mentor for a lesson of `minutes`, and whether the mentor confirms first. Slots held for
 * `owner` count as free.
 */
export async function freeTimesFor(db: Db, mentorId: string, minutes: number, owner: rows.HoldOwner = {}) {
  const { now, hours } = await bookableHours(db, [mentorId], { isPublic: false, ...owner })
  const { confirmsFirst } = await rows.settingsOf(db, mentorId)
  const mentorHours = hours.get(mentorId)
  const times: FreeTime[] = mentorHours ? freeTimesOf(mentorHours, { now, minutes }) : []
  return { times, byAgreement: !mentorHours || isByAgreement(mentorHours), confirmsFirst }
}

type TimeQuery = { mentorId: string; familyId: string; at: Date; minutes: number; mode: ClassMode }

/**
 * Whether a time is `free` for this family, `taken`, or `outside` the mentor's hours. Advisory: the exclusion
 * constraint on `teaching_slot` decides.
 */
export async function checkTime(
  db: Db,
  query: TimeQuery,
): Promise<{ is: 'free' | 'taken' | 'outside'; confirmsFirst: boolean }> {
  const { mentorId, familyId, at, minutes, mode } = query
  const { now, hours } = await bookableHours(db, [mentorId], { isPublic: false, familyId })
  const { confirmsFirst } = await rows.settingsOf(db, mentorId)
  const mentorHours = hours.get(mentorId)
  if (!mentorHours) return { is: 'outside', confirmsFirst }
  const fits = (one: FreeTime) => +one.startsAt === +at && (one.mode === null || one.mode === mode)
  if (freeTimesOf(mentorHours, { now, minutes }).some(fits)) return { is: 'free', confirmsFirst }
  const isTaken = mentorHours.busy.some((one) => one.startsAt < plusMinutes(at, minutes) && one.endsAt > at)
  return { is: isTaken ? 'taken' : 'outside', confirmsFirst }
}

/** Next free times of publicly listed mentors for a demo, one a day. */
export async function nextFreeTimes(db: Db, ids: readonly string[], count: number) {
  const { now, hours } = await bookableHours(db, ids, { isPublic: true })
  return [...hours].map(([id, one]) => ({
    id,
    times: firstOfDays(one, { now, minutes: demoMinutes }, count),
    byAgreement: isByAgreement(one),
  }))
}

/** Up to three free alternatives to a taken time. */
export async function alternativesTo(db: Db, input: { mentorId: string; minutes: number; at: Date }): Promise<Date[]> {
  const { times } = await freeTimesFor(db, input.mentorId, input.minutes)
  const individual = times.filter(({ mode }) => mode === null)
  return alternatives(individual, input.at, input.minutes).map(({ startsAt }) => startsAt)
}

const toTimes = (ranges: readonly TimeRange[]) => ranges.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) }))

/** Hours of a mentor on one date; null when the mentor has never set hours. */
export async function hoursOnDate(db: Db, mentorId: string, date: string) {
  const found = await rows.hoursOf(db, { ids: [mentorId], from: date, until: date, isPublic: false })
  const hours = found.get(mentorId)
  return hours && !isByAgreement(hours) ? toTimes(hoursOn(hours, date)) : null
}

const toWeek = (week: Hours['week']): Week =>
  Object.entries(week).flatMap(([day, hours]) => toTimes(hours).map((one) => ({ weekday: Number(day), ...one })))
const toRanges = (hours: readonly { from: string; to: string }[]): TimeRange[] =>
  mergeRanges(hours.map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const).sort((a, b) => a[0] - b[0]))

/** Merges adjacent intervals, as the database range type does. */
function mergeRanges(sorted: readonly TimeRange[]): TimeRange[] {
  const found: TimeRange[] = []
  for (const [from, to] of sorted) {
    const last = found.at(-1)
    if (last?.[1] === from) found.splice(-1, 1, [last[0], to])
    else found.push([from, to])
  }
  return found
}

/** Whether `readAvailability` would find any hours, as a value of a statement. */
export const hasHours = (mentorId: string) => rows.hasHours(mentorId, yearDays)

export async function readAvailability(db: Db, mentorId: string): Promise<Availability> {
  const today = dateInIndia(await databaseNow(db))
  const until = dateInIndia(new Date(Date.parse(today) + yearDays * 86_400_000))
  const [found, settings, leave] = await Promise.all([
    rows.hoursOf(db, { ids: [mentorId], from: today, until, isPublic: false }),
    rows.settingsOf(db, mentorId),
    rows.leaveFrom(db, mentorId, today),
  ])
  const { week = {}, days = {} } = found.get(mentorId) ?? {}
  return {
    ...settings,
    week: toWeek(week),
    days: Object.entries(days)
      .map(([date, hours]) => ({ date, hours: toTimes(hours) }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    leave: leave.map(({ id, ...rest }) => ({ _id: id, ...rest })),
  }
}

type WeekInput = { version: number; week: Week; confirmsFirst?: boolean | undefined }

/** Replaces the weekly hours and the confirm-first setting. Saving the same hours again succeeds; a stale version is refused. */
export async function setWeek({ db }: Context, mentorId: string, { version, week, ...input }: WeekInput) {
  await transaction(db, async (tx) => {
    await lockMentor(tx, mentorId)
    const byWeekday: Record<number, TimeRange[]> = {}
    for (let day = 1; day <= 7; day++) byWeekday[day] = toRanges(week.filter((one) => one.weekday === day))
    const now = await readAvailability(tx, mentorId)
    const confirmsFirst = input.confirmsFirst ?? now.confirmsFirst
    const isSame = now.confirmsFirst === confirmsFirst && isDeepStrictEqual(now.week, toWeek(byWeekday))
    if (now.version > 0 && isSame) return
    if (now.version !== version) throw new AppError('changed-meanwhile', { version: now.version })
    await rows.writeWeek(tx, mentorId, { week: byWeekday, confirmsFirst })
    await projectMentors(tx, [mentorId])
  })
  return await readAvailability(db, mentorId)
}

async function assertBookableDate(db: Db, field: string, date: string): Promise<string> {
  const now = await databaseNow(db)
  const today = dateInIndia(now)
  if (date < today) throw invalidField(field, 'not over')
  if (date > dateInIndia(plusMinutes(now, yearDays * 1440))) throw invalidField(field, 'within a year from now')
  return today
}

/** Sets hours for one date; an empty list means a day off, null removes the exception. */
export async function setDay(
  { db }: Context,
  mentorId: string,
  date: string,
  hours: readonly { from: string; to: string }[] | null,
) {
  await transaction(db, async (tx) => {
    const today = await assertBookableDate(tx, 'date', date)
    await lockMentor(tx, mentorId)
    if (await rows.writeDay(tx, mentorId, date, hours && toRanges(hours), today)) await announceMentor(tx, mentorId)
  })
  return await readAvailability(db, mentorId)
}

/** Adds leave; adding the same leave again succeeds. Its lessons are not cancelled. */
export async function takeLeave(
  { db }: Context,
  mentorId: string,
  { from, to, note = '' }: { from: string; to: string; note?: string | undefined },
) {
  return await transaction(db, async (tx) => {
    await assertBookableDate(tx, 'from', from)
    await lockMentor(tx, mentorId)
    const { id, isNew } = await rows.insertLeave(tx, mentorId, { from, to, note })
    if (isNew) await announceMentor(tx, mentorId)
    return await currentLeave(tx, mentorId, id)
  })
}

/** Ends leave; ending it again succeeds. */
export async function endLeave({ db }: Context, mentorId: string, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const isChanged = await rows.endLeave(tx, mentorId, id)
    if (isChanged === null) throw new AppError('not-found')
    if (isChanged) await announceMentor(tx, mentorId)
  })
}

export async function currentLeave(db: Db, mentorId: string, id: string): Promise<Availability['leave'][number]> {
  const found = orNotFound(await rows.leaveById(db, mentorId, id))
  const { id: _id, ...rest } = found
  return { _id, ...rest }
}
