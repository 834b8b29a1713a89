import { dayHours } from '#contract/wire/limits.ts'
import { instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { hoursOnDate } from '#server/classes/availability/availability.ts'
import { moveLesson } from '#server/classes/timetables/timetables.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'

type Wish = { date: string; time: string; reason: string; atAnyHour?: boolean | undefined }

/** An admin gives a class another time; one outside its mentor's hours only on purpose. At that time already is a success. */
export async function moveClass(tx: Tx, viewer: Viewer, lessonId: string, wish: Wish): Promise<void> {
  const { id, mentorId, minutes, isChanged } = await moveLesson(tx, viewer, lessonId, { ...wish, askFamily: false })
  if (!isChanged) return
  // After what can never be; the refusal takes the move back.
  if (!wish.atAnyHour) await checkHours(tx, mentorId, wish, minutes)
  await writeAudit(tx, viewer, 'lesson.move', { kind: 'booking', id, detail: { lesson: lessonId, ...wish } })
}

/** Refuses a time outside the hours the mentor set, or at night, with the hours of that day. */
async function checkHours(tx: Tx, mentorId: string, { date, time }: Wish, minutes: number): Promise<void> {
  const until = timeInIndia(plusMinutes(instantInIndia(date, time), minutes))
  const hours = await hoursOnDate(tx, mentorId, date)
  // A class that ends at midnight has 00:00 as its end.
  const isIn = ({ from, to }: { from: string; to: string }) => from <= time && time < until && until <= to
  if (isIn(dayHours) && (!hours || hours.some(isIn))) return
  throw new AppError('outside-hours', { hours: hours?.map(({ from, to }) => `${from}-${to}`) ?? [] })
}
