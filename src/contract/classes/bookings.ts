import { z } from 'zod'
import { classModes } from '../reference/catalogue.ts'
import { endpoint } from '../wire/endpoint.ts'
import { date, idParams, line, lineOrEmpty, pageQuery, preferences, subjectField, time, total } from '../wire/fields.ts'
import { keptAddress } from './addresses.ts'
import { dispute } from './disputes.ts'
import { bookingStatuses, lessonStatuses } from './lifecycles.ts'
import { lessonNote, visitCodeDigits } from './limits.ts'
import { plans } from './plans.ts'

/** The digits a family shows its mentor, written in either script. */
export const visitCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966)).replace(/[\s-]/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${visitCodeDigits}}$`), `${visitCodeDigits} digits`))

/** A paragraph, or nothing: line ends become spaces. */
const words = z
  .string()
  .max(2000)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.union([z.literal(''), line(lessonNote.max)]))

/** What a mentor writes for the family about a class. */
export const attendanceWords = { note: words.default(''), homework: words.default('') }

const tags = ['bookings'] as const
/** What a booking says of whom is taught what; until the first class it can be corrected. Empty: not known. */
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
  /** How the family's yes came: by the code of the visit, by its tick, or by 48 hours of silence. */
  confirmedBy: z.enum(['code', 'tick', 'silence']).nullable(),
  /** What became of the visit code, and how many wrong ones may still be typed. */
  code: z.enum(['none', 'wrong', 'right']),
  codeTries: z.number().int(),
  /** What the mentor wrote for the family; both may be empty. They can change until `noteUntil`. */
  note: z.string(),
  homework: z.string(),
  noteUntil: z.iso.datetime(),
  /** When a phone without network saved it, by our clock, and by how many minutes its own was ahead of that. */
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
  /** From when on a side may say that the other did not come. */
  noShowFrom: z.iso.datetime(),
  /** The day its timetable gave it, when it was moved to another one. */
  movedFrom: date.nullable(),
  record: classRecord.nullable(),
  /** The newest word of the family, or decision, that this class was not as marked. */
  dispute: dispute.nullable(),
  /** Why it is not held as planned: given up, or one side says that the other did not come. */
  change: z
    .object({
      kind: z.enum(['cancel', 'no_show']),
      causedBy: z.enum(['family', 'mentor']),
      status: z.enum(['open', 'done', 'objected']),
      /** What of the fee is charged, in rupees, and the minutes that are owed. */
      fee: z.number(),
      credit: z.number().int(),
      /** Until when the other side may object. */
      answerBy: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Another time one side asks for, as long as it can be answered. */
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
  /** The order that paid it; the mentor's side has none. */
  order: z.uuid().nullable(),
  subject: z.string(),
  status: z.enum(bookingStatuses),
  plan: z.enum(plans),
  mode: z.enum(classModes),
  duration: z.number(),
  bookedDate: z.iso.datetime(),
  scheduleBy: z.iso.datetime(),
  /** Its mentor is paused: what is planned rests until we tell. */
  isPaused: z.boolean(),
  scheduledDate: date.nullable(),
  scheduledTime: time.nullable(),
  wishedAt: z.iso.datetime().nullable(),
  /** When the family would like the classes of a month or package. */
  wishes: preferences.nullable(),
  /** A free time the family picked that is no class yet: it waits for the mentor, was taken while it was paid, or not confirmed. */
  picked: pickedTime.nullable(),
  /** Soon over, or over, and not gone on with. */
  canRenew: z.boolean(),
  /** The booking it goes on from, and the one that goes on from it. */
  renews: z.uuid().nullable(),
  renewedBy: z.uuid().nullable(),
  /** The booking with another mentor whose balance it has, and the one that has its balance; the family's side only, as the guarantee is. */
  replaces: z.uuid().nullable(),
  replacedBy: z.uuid().nullable(),
  /** The first class with the mentor, as long as its fee may go back. */
  guarantee: z.object({ lesson: z.uuid(), fee: z.number(), until: z.iso.datetime() }).nullable(),
  mentor: party,
  mentorName: z.string(),
  /** To the mentor, the first name only; so is the learner's. */
  parent: z.object({ _id: z.uuid(), name: z.string().nullable(), area: z.string().nullable() }),
  /** Where classes at home take place, as long as some are to come; the mentor's side learns it when it is paid. */
  address: keptAddress.nullable(),
  /** It is at the family's home, still going on, and nobody knows where. */
  needsAddress: z.boolean(),
  learner: z.object({ _id: z.uuid(), name: z.string().nullable(), grade: z.string().nullable() }),
  studentName: z.string().nullable(),
  class: z.string().nullable(),
  school: z.string().nullable(),
  rating: z.number().int().nullable(),
  /** Times the mentor asks for, of a first class or of all that is not planned, as long as the family can answer. */
  proposal: z
    .object({
      _id: z.uuid(),
      startsAt: z.iso.datetime(),
      /** Of weekly classes; null for one class. Monday is 1. */
      weekdays: z.array(z.number().int()).nullable(),
      minutes: z.number().int().nullable(),
      reasons: z.array(z.string()),
      answerBy: z.iso.datetime(),
    })
    .nullable(),
  /** It has a weekly rule: what is left of it is planned by that. */
  hasTimetable: z.boolean(),
  /** Subjects the mentor teaches that class, to which it can still be corrected; none once the first class has begun. */
  subjectChoices: z.array(z.string()),
  minutes: z.number(),
  price: z.number(),
  /** What is left of the price, in rupees; the mentor's side has none. */
  balance: z.number().nullable(),
  /**
   * Where the rest of the price is, in rupees: what is left for classes that were not held yet, on hold until a dispute is decided,
   * and what no class uses; the mentor's side has none.
   */
  money: z.object({ unheld: z.number(), onHold: z.number(), unused: z.number() }).nullable(),
  /** What came back to a booking that is over, and may be asked for; the mentor's side has none. */
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
  config: { access: { visitor: 'no', family: 'own', mentor: 'no', admin: 'yes' } },
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
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' } },
})

export const scheduleBooking = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/booking/:id',
  schema: {
    summary:
      'Set or move the next class of a booking, and correct what it says until the first class. Without date and time only the latter',
    tags,
    params: idParams,
    body: z
      .strictObject({
        ...bookingDetails,
        scheduledDate: date.optional(),
        scheduledTime: time.optional(),
        /** What the booking becomes by this, or is; another one is refused with 409 `status-not-set`. */
        status: z.enum(bookingStatuses).default('scheduled'),
        /** Whether to ask the family where its yes is needed; `false` refuses with 409 `family-must-confirm`. */
        askFamily: z.boolean().default(true),
      })
      .refine(({ scheduledDate, scheduledTime }) => !scheduledTime === !scheduledDate, {
        message: 'date and time, or neither',
        path: ['scheduledTime'],
      }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' }, role: 'operations' },
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
  config: { access: { visitor: 'no', family: 'own', mentor: 'own', admin: 'yes' } },
})

export const markAttendance = endpoint({
  method: 'POST',
  url: '/api/class-records',
  schema: {
    summary:
      'The mentor marks that a class was held. A phone that saved it without network says when (savedAt), and in the header x-phone-time what its clock says now',
    tags,
    body: z.strictObject({
      classBooking: z.uuid(),
      mentor: z.uuid().optional(),
      parent: z.uuid().optional(),
      date,
      timeIn: time,
      timeOut: time,
      duration: line(40),
      topic: line(200),
      mentorTick: z.literal(true).default(true),
      parentTick: z.literal(false).default(false),
      /** The digits the family showed. Wrong ones are counted; the class is marked all the same. */
      code: visitCode.optional(),
      ...attendanceWords,
      savedAt: z.iso.datetime().optional(),
    }),
    response: { 200: z.object({ data: classRecord }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'no' } },
})

export const tickAttendance = endpoint({
  method: 'PUT',
  url: '/api/class-records/:id',
  schema: {
    summary: 'The parent confirms a class, or takes the tick back while that is still possible',
    tags,
    params: idParams,
    body: z.strictObject({ parentTick: z.boolean() }),
    response: { 200: z.object({ data: classRecord }) },
  },
  config: { access: { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } },
})
