import { z } from 'zod'
import { classModes } from '../reference/catalogue.ts'
import { endpoint, familyOrAdmin, mentorOrAdmin, onlyFamilies, onlyMentors, sideOrAdmin } from '../wire/endpoint.ts'
import { date, idParams, line, lineOrEmpty, pageQuery, preferences, subjectField, time, total } from '../wire/fields.ts'
import { savedAddress } from './addresses.ts'
import { dispute } from './disputes.ts'
import { bookingStatuses, lessonStatuses } from './lifecycles.ts'
import { lessonNote, visitCodeDigits } from './limits.ts'
import { plans } from './plans.ts'

/** Visit code digits in Latin or Devanagari numerals. */
export const visitCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)).replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${visitCodeDigits}}$`), `${visitCodeDigits} digits`))

/** One paragraph or empty; line breaks become spaces. */
const paragraph = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.union([z.literal(''), line(lessonNote.max)]))

/** Mentor's notes to the family about a lesson. */
export const attendanceNotes = { note: paragraph.default(''), homework: paragraph.default('') }

/** Whether an adult was at home; kept for classes at the home of a learner of school age. */
const adultAtHome = z.boolean().optional()

const tags = ['bookings'] as const
/** Learner and subject details, editable until the first lesson. An empty string means unknown. */
export const bookingDetails = {
  subject: subjectField.optional(),
  studentName: lineOrEmpty(80).optional(),
  class: lineOrEmpty(40).optional(),
  school: lineOrEmpty(120).optional(),
}

const party = z.object({ _id: z.uuid(), fullName: z.string(), profilePhoto: z.string().nullable(), slug: z.string() })

export const classRecord = z.object({
  _id: z.uuid(),
  classBooking: z.uuid(),
  lesson: z.uuid(),
  mentor: z.uuid(),
  parent: z.uuid(),
  date,
  timeIn: time,
  timeOut: time,
  duration: z.string(),
  topic: z.string(),
  mentorTick: z.boolean(),
  parentTick: z.boolean(),
  mentorMarked: z.boolean(),
  fee: z.number(),
  settled: z.boolean(),
  confirmBy: z.iso.datetime(),
  /** How it was confirmed: visit code, the family's tick, or 48 hours without an answer. */
  confirmedBy: z.enum(['code', 'tick', 'silence']).nullable(),
  /** Visit code result, and how many attempts remain. */
  code: z.enum(['none', 'wrong', 'right']),
  codeTries: z.number().int(),
  /** Notes to the family; may be empty. Editable until `noteUntil`. */
  note: z.string(),
  homework: z.string(),
  noteUntil: z.iso.datetime(),
  /** For attendance saved offline: when it was saved, in server time, and how many minutes the device clock was ahead. */
  savedAt: z.iso.datetime().nullable(),
  clockOff: z.number().int(),
})
export type ClassRecord = z.infer<typeof classRecord>

const lesson = z.object({
  _id: z.uuid(),
  sequence: z.number(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  minutes: z.number(),
  fee: z.number(),
  status: z.enum(lessonStatuses),
  settled: z.boolean(),
  /** Earliest time to report a no-show. */
  noShowFrom: z.iso.datetime(),
  /** Original timetable date of a rescheduled lesson. */
  movedFrom: date.nullable(),
  record: classRecord.nullable(),
  /** Latest dispute or correction. */
  dispute: dispute.nullable(),
  /** Cancellation or reported no-show. */
  change: z
    .object({
      kind: z.enum(['cancel', 'no_show']),
      causedBy: z.enum(['family', 'mentor']),
      status: z.enum(['open', 'done', 'objected']),
      /** Rupees charged, and minutes credited. */
      fee: z.number(),
      credit: z.number().int(),
      /** Deadline for the other side's objection. */
      answerBy: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Open reschedule proposal. */
  proposal: z
    .object({ _id: z.uuid(), by: z.enum(['family', 'mentor']), startsAt: z.iso.datetime(), answerBy: z.iso.datetime() })
    .nullable(),
})
export type Lesson = z.infer<typeof lesson>

export const pickedTime = z.object({
  startsAt: z.iso.datetime(),
  state: z.enum(['requested', 'taken', 'lapsed']),
  confirmBy: z.iso.datetime().nullable(),
})

export const classBooking = z.object({
  _id: z.uuid(),
  /** Order id; null for mentors. */
  order: z.uuid().nullable(),
  /** The order's number; null for mentors. */
  orderNumber: z.string().nullable(),
  subject: z.string(),
  status: z.enum(bookingStatuses),
  plan: z.enum(plans),
  mode: z.enum(classModes),
  duration: z.number(),
  bookedDate: z.iso.datetime(),
  scheduleBy: z.iso.datetime(),
  /** The mentor is suspended: planned lessons are on hold. */
  isPaused: z.boolean(),
  scheduledDate: date.nullable(),
  scheduledTime: time.nullable(),
  wishedAt: z.iso.datetime().nullable(),
  /** Preferred times for a month or package. */
  wishes: preferences.nullable(),
  /** A picked time without a lesson: awaiting the mentor, taken during payment, or not confirmed. */
  picked: pickedTime.nullable(),
  /** Near its end or over, and not renewed yet. */
  canRenew: z.boolean(),
  /** Ids of the booking this one renews, and of the booking that renewed it. */
  renews: z.uuid().nullable(),
  renewedBy: z.uuid().nullable(),
  /** Ids of the replaced booking, and of its replacement with another mentor; null for mentors, like `guarantee`. */
  replaces: z.uuid().nullable(),
  replacedBy: z.uuid().nullable(),
  /** First lesson with the mentor while its fee is refundable; fee in rupees. */
  guarantee: z.object({ lesson: z.uuid(), fee: z.number(), until: z.iso.datetime() }).nullable(),
  mentor: party,
  mentorName: z.string(),
  /** Mentors see first names only. */
  parent: z.object({ _id: z.uuid(), name: z.string().nullable(), area: z.string().nullable() }),
  /** Address of classes at home while some are upcoming; visible to the mentor after payment. */
  address: savedAddress.nullable(),
  /** An active booking at home without an address. */
  needsAddress: z.boolean(),
  learner: z.object({ _id: z.uuid(), name: z.string().nullable(), grade: z.string().nullable() }),
  studentName: z.string().nullable(),
  class: z.string().nullable(),
  school: z.string().nullable(),
  rating: z.number().int().nullable(),
  /** Open proposal for the first lesson or the whole plan. */
  proposal: z
    .object({
      _id: z.uuid(),
      startsAt: z.iso.datetime(),
      /** ISO weekdays (Monday is 1) of weekly lessons; null for a single lesson. */
      weekdays: z.array(z.number().int()).nullable(),
      minutes: z.number().int().nullable(),
      reasons: z.array(z.string()),
      answerBy: z.iso.datetime(),
    })
    .nullable(),
  hasTimetable: z.boolean(),
  /** Subjects the mentor teaches that grade; empty once the first lesson has begun. */
  subjectChoices: z.array(z.string()),
  minutes: z.number(),
  price: z.number(),
  /** Remaining price in rupees; null for mentors. */
  balance: z.number().nullable(),
  /**
   * Breakdown of the balance in rupees: `unheld` for lessons not held yet, `waiting` for the family's confirmation,
   * `onHold` for open disputes; `unused` is the part without a lesson. Null for mentors.
   */
  money: z.object({ unheld: z.number(), waiting: z.number(), onHold: z.number(), unused: z.number() }).nullable(),
  /** Rupees returned to a finished booking, available as a refund; null for mentors. */
  cameBack: z.number().nullable(),
  lessonsPlanned: z.number(),
  lessons: z.array(lesson),
  attendance: z.array(z.object({ date, present: z.boolean() })),
})
export type ClassBooking = z.infer<typeof classBooking>

const bookingList = z.object({ data: z.array(classBooking), nextCursor: z.string().nullable(), total })

export const familyBookings = endpoint({
  method: 'GET',
  url: '/api/class-bookings/student/:id',
  schema: {
    summary: "A family's bookings, newest first",
    tags,
    params: idParams,
    querystring: pageQuery,
    response: { 200: bookingList },
  },
  config: { access: familyOrAdmin },
})

export const mentorBookings = endpoint({
  method: 'GET',
  url: '/api/class-bookings/mentor/:id',
  schema: {
    summary: "A mentor's bookings, newest first",
    tags,
    params: idParams,
    querystring: pageQuery,
    response: { 200: bookingList },
  },
  config: { access: mentorOrAdmin },
})

export const scheduleBooking = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/booking/:id',
  schema: {
    summary:
      'Schedule or reschedule the next class of a booking, and correct its details until the first class; without date and time, only the details',
    tags,
    params: idParams,
    body: z
      .strictObject({
        ...bookingDetails,
        scheduledDate: date.optional(),
        scheduledTime: time.optional(),
        /** Target status; any other than the resulting one answers 409 `status-not-set`. */
        status: z.enum(bookingStatuses).default('scheduled'),
        /** Asks the family if it must confirm; `false` answers 409 `family-must-confirm` instead. */
        askFamily: z.boolean().default(true),
      })
      .refine(({ scheduledDate, scheduledTime }) => !scheduledTime === !scheduledDate, {
        message: 'date and time, or neither',
        path: ['scheduledTime'],
      }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const bookingRecords = endpoint({
  method: 'GET',
  url: '/api/class-records/class-booking/:id',
  schema: {
    summary: 'Attendance of a booking, oldest first',
    tags,
    params: idParams,
    response: { 200: z.object({ data: z.array(classRecord), nextCursor: z.string().nullable(), total }) },
  },
  config: { access: sideOrAdmin },
})

export const markAttendance = endpoint({
  method: 'POST',
  url: '/api/class-records',
  schema: {
    summary: 'The mentor marks a class as held; a phone that saved it offline adds savedAt and x-phone-time, its clock',
    tags,
    body: z.strictObject({
      classBooking: z.uuid(),
      mentor: z.uuid().optional(),
      parent: z.uuid().optional(),
      lesson: z.uuid().optional(),
      date,
      timeIn: time,
      timeOut: time,
      duration: line(40),
      topic: line(200),
      mentorTick: z.literal(true).default(true),
      parentTick: z.literal(false).default(false),
      /** Visit code from the family. A wrong code counts as an attempt; the lesson is marked regardless. */
      code: visitCode.optional(),
      ...attendanceNotes,
      adultAtHome,
      savedAt: z.iso.datetime().optional(),
    }),
    response: { 200: z.object({ data: classRecord }) },
  },
  config: { access: onlyMentors },
})

export const tickAttendance = endpoint({
  method: 'PUT',
  url: '/api/class-records/:id',
  schema: {
    summary: 'The parent confirms a class, or withdraws the confirmation while that is still possible',
    tags,
    params: idParams,
    body: z.strictObject({ parentTick: z.boolean(), adultAtHome }),
    response: { 200: z.object({ data: classRecord }) },
  },
  config: { access: onlyFamilies },
})
