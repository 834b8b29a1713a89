import type { ClassBooking, ClassRecord, Lesson } from '#contract/classes/bookings.ts'
import { autoConfirmHours, defaultLessonMinutes, lessonNote, maxVisitCodeAttempts } from '#contract/classes/limits.ts'
import { isSingleLesson, type Plan } from '#contract/classes/plans.ts'
import { type Grade, type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { type Balance, leftPaise, leftParts } from '#server/classes/lessons/lessons.ts'
import { subjectChoices, toProposal } from './open-columns.ts'

export type RecordRow = {
  id: string
  bookingId: string
  lessonId: string
  mentorId: string
  familyId: string
  date: string
  timeIn: string
  timeOut: string
  duration: string
  topic: string
  mentorTick: boolean
  parentTick: boolean
  answerFrom: Date
  settled: boolean
  feePaise: number
  markedAt: Date
  confirmedBy: ClassRecord['confirmedBy']
  hasCode: boolean
  wrongCodes: number
  note: string
  homework: string
  savedAt: Date | null
  clockAheadMinutes: number
}

/** A record as replies have it. */
export const toRecord = (row: RecordRow): ClassRecord => ({
  _id: row.id,
  classBooking: row.bookingId,
  lesson: row.lessonId,
  mentor: row.mentorId,
  parent: row.familyId,
  date: row.date,
  timeIn: row.timeIn,
  timeOut: row.timeOut,
  duration: row.duration,
  topic: row.topic,
  mentorTick: row.mentorTick,
  parentTick: row.parentTick,
  mentorMarked: true, // a record exists only because the mentor made it
  fee: rupees(row.feePaise),
  settled: row.settled,
  confirmBy: plusMinutes(row.answerFrom, autoConfirmHours * 60).toISOString(),
  confirmedBy: row.confirmedBy,
  code: row.hasCode ? 'right' : row.wrongCodes > 0 ? 'wrong' : 'none',
  codeTries: maxVisitCodeAttempts - row.wrongCodes,
  note: row.note,
  homework: row.homework,
  noteUntil: plusMinutes(row.markedAt, lessonNote.days * 1440).toISOString(),
  savedAt: row.savedAt?.toISOString() ?? null,
  clockOff: row.clockAheadMinutes,
})

export type BookingRow = Pick<
  ClassBooking,
  | '_id'
  | 'order'
  | 'orderNumber'
  | 'status'
  | 'plan'
  | 'mode'
  | 'duration'
  | 'studentName'
  | 'class'
  | 'school'
  | 'rating'
  | 'minutes'
  | 'mentor'
  | 'parent'
  | 'address'
  | 'needsAddress'
  | 'learner'
  | 'wishes'
  | 'picked'
  | 'isPaused'
  | 'canRenew'
  | 'renews'
  | 'renewedBy'
  | 'replaces'
  | 'replacedBy'
  | 'guarantee'
  | 'proposal'
  | 'hasTimetable'
> & {
  offers: [gradeKey: string, subject: Subject][] | null
  grade: Grade | null
  subject: Subject
  bookedAt: Date
  scheduleBy: Date
  wishedAt: Date | null
  pricePaise: number
  noShowMinutes: number
}
export type LessonRow = Pick<Lesson, 'dispute' | 'change' | 'proposal' | 'movedFrom'> & {
  id: string
  bookingId: string
  sequence: number
  startsAt: Date
  endsAt: Date
  minutes: number
  feePaise: number
  status: Lesson['status']
  settled: boolean
}

/** Number of lessons in the plan, assuming the remaining ones have the agreed length. */
function lessonsPlanned(plan: Plan, minutes: number, made: LessonRow[]): number {
  const planned = made.filter((one) => one.status === 'scheduled' || one.status === 'held')
  // A cancelled or missed lesson may have used part of the minutes.
  const used = made.filter((one) => planned.includes(one) || one.settled)
  const left = Math.max(0, minutes - used.reduce((sum, one) => sum + one.minutes, 0))
  return planned.length + Math.ceil(left / (isSingleLesson(plan, minutes) ? minutes : defaultLessonMinutes))
}

/** A booking as replies have it. */
export function toBooking(
  row: BookingRow,
  lessons: LessonRow[],
  records: Map<string, ClassRecord>,
  balance: Balance,
): ClassBooking {
  const { bookedAt, scheduleBy, wishedAt, pricePaise, noShowMinutes, subject, offers, grade, ...rest } = row
  const waiting = lessons.filter((one) => one.status === 'scheduled')
  // An unmarked past lesson is not the next one.
  const next =
    waiting.find((one) => one.endsAt > new Date()) ?? waiting[0] ?? lessons.findLast((one) => one.status === 'held')
  const unused = rupees(balance.unusedPaise)
  const lessonReplies = lessons.map((one) => ({
    _id: one.id,
    sequence: one.sequence,
    startsAt: one.startsAt.toISOString(),
    endsAt: one.endsAt.toISOString(),
    minutes: one.minutes,
    fee: rupees(one.feePaise),
    status: one.status,
    settled: one.settled,
    noShowFrom: plusMinutes(one.startsAt, noShowMinutes).toISOString(),
    movedFrom: one.movedFrom,
    record: records.get(one.id) ?? null,
    dispute: one.dispute && {
      ...one.dispute,
      // JSON from PostgreSQL has its own timestamp format.
      answerBy: one.dispute.answerBy && new Date(one.dispute.answerBy).toISOString(),
      endedAt: one.dispute.endedAt && new Date(one.dispute.endedAt).toISOString(),
    },
    change: one.change && {
      ...one.change,
      answerBy: one.change.answerBy && new Date(one.change.answerBy).toISOString(),
    },
    proposal: one.proposal && {
      ...one.proposal,
      startsAt: new Date(one.proposal.startsAt).toISOString(),
      answerBy: new Date(one.proposal.answerBy).toISOString(),
    },
  }))
  return {
    ...rest,
    // JSON from PostgreSQL has its own timestamp format.
    guarantee: rest.guarantee && { ...rest.guarantee, until: new Date(rest.guarantee.until).toISOString() },
    proposal: toProposal(rest.proposal),
    subject: subjectName(subject, 'en'),
    subjectChoices: offers === null ? [] : subjectChoices(offers, grade, subject),
    bookedDate: bookedAt.toISOString(),
    scheduleBy: scheduleBy.toISOString(),
    wishedAt: wishedAt?.toISOString() ?? null,
    picked: rest.picked && {
      ...rest.picked,
      startsAt: new Date(rest.picked.startsAt).toISOString(),
      confirmBy: rest.picked.confirmBy && new Date(rest.picked.confirmBy).toISOString(),
    },
    scheduledDate: next ? dateInIndia(next.startsAt) : null,
    scheduledTime: next ? timeInIndia(next.startsAt) : null,
    mentorName: row.mentor.fullName,
    price: rupees(pricePaise),
    balance: row.status === 'cancelled' ? 0 : rupees(leftPaise(balance)),
    money: { ...leftParts(balance), unused },
    cameBack: balance.isOver ? unused : 0,
    lessonsPlanned: lessonsPlanned(row.plan, row.minutes, lessons),
    lessons: lessonReplies,
    attendance: lessonReplies.flatMap((one) =>
      one.record ? [{ date: one.record.date, present: one.status === 'held' }] : [],
    ),
  }
}
