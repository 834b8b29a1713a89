import type { LeaveClass } from '#contract/classes/availability.ts'
import { freeTimeWindow } from '#contract/classes/limits.ts'
import { subjectName } from '#contract/reference/catalogue.ts'
import { firstName } from '#contract/wire/names.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { lessonOutcome } from '#server/classes/changes/changes.ts'
import type { Context } from '#server/context.ts'
import { databaseNow } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { currentLeave } from './availability.ts'
import { type BusyTime, closestTo, type FreeTime, freeTimesOf, type Hours } from './free-times.ts'
import * as rows from './queries.ts'

/** Page size of lessons to decide about; the next page follows once these are decided. */
const pageSize = 30

type Span = Pick<BusyTime, 'startsAt' | 'endsAt'>
const overlaps = (one: Span, other: Span) => one.startsAt < other.endsAt && other.startsAt < one.endsAt

/** Suggests a free time near the usual one for each undecided lesson; suggestions do not overlap. */
function suggestTimes(
  classes: readonly rows.LeaveLessonRow[],
  hours: Hours,
  busy: readonly rows.LearnerBusyTime[],
  window: { now: Date; from: string },
) {
  const busyTimes: BusyTime[] = [...hours.busy]
  const learnersBusy: rows.LearnerBusyTime[] = [...busy]
  return classes.map((one): FreeTime | null => {
    if (one.proposal) return null
    const span = ({ startsAt }: FreeTime) => ({ startsAt, endsAt: plusMinutes(startsAt, one.minutes) })
    const times = freeTimesOf({ ...hours, busy: busyTimes }, { ...window, minutes: one.minutes }).filter(
      (time) =>
        (time.mode === null || time.mode === one.mode) &&
        !learnersBusy.some((other) => other.learnerId === one.learnerId && overlaps(span(time), other)),
    )
    const found = closestTo(times, one.startsAt)
    if (found) {
      busyTimes.push({ ...span(found), mode: null, room: 0 })
      learnersBusy.push({ ...span(found), learnerId: one.learnerId })
    }
    return found
  })
}

/** Outcome of cancelling; null when an absence was reported meanwhile or the lesson is over. */
const cancellationOutcome = (context: Context, viewer: Viewer, lessonId: string) =>
  lessonOutcome(context, viewer, lessonId, 'cancel').catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

/** Leave with its first page of lessons and the options for each. */
export async function leaveWithLessons(context: Context, viewer: Viewer, id: string) {
  const { db } = context
  const mentorId = orNotFound(viewer.mentorId)
  const leave = await currentLeave(db, mentorId, id)
  const lessons = await rows.lessonsIn(db, mentorId, leave, pageSize)
  const { days } = freeTimeWindow
  const from = dayAfter(leave.to, 1)
  const learners = [...new Set(lessons.map((one) => one.learnerId))]
  const [now, found, proposed, busy, outcomes] = await Promise.all([
    databaseNow(db),
    rows.hoursOf(db, { ids: [mentorId], from, until: dayAfter(from, days), isPublic: false }),
    rows.proposedTimes(db, mentorId),
    rows.learnerBusyTimes(db, learners, from, days),
    Promise.all(lessons.map((one) => cancellationOutcome(context, viewer, one.id))),
  ])
  const hours = orNotFound(found.get(mentorId))
  const proposedBusy = proposed.map((one): BusyTime => ({ ...one, mode: null, room: 0 }))
  const suggestions = suggestTimes(lessons, { ...hours, busy: [...hours.busy, ...proposedBusy] }, busy, { now, from })
  const classes = lessons.map(
    (one, i): LeaveClass => ({
      _id: one.id,
      booking: one.booking,
      student: one.studentName ?? (one.learnerName && firstName(one.learnerName)),
      subject: subjectName(one.subject, 'en'),
      startsAt: one.startsAt.toISOString(),
      minutes: one.minutes,
      near: suggestions[i]?.startsAt.toISOString() ?? null,
      cancel: outcomes[i] ?? null,
      proposal: one.proposal && { ...one.proposal, startsAt: new Date(one.proposal.startsAt).toISOString() },
    }),
  )
  return { ...leave, classes }
}

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
