import { z } from 'zod'
import { classModes } from './catalogue.ts'
import { dispute } from './disputes.ts'
import { endpoint } from './endpoint.ts'
import { date, idParams, line, pageQuery, subjectField, time, total, wishesField } from './fields.ts'
import { plans } from './limits.ts'

const tags = ['bookings'] as const
const party = z.object({ _id: z.uuid(), fullName: z.string(), profilePhoto: z.string().nullable(), slug: z.string() })

const classRecord = z.object({
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
})
export type ClassRecord = z.infer<typeof classRecord>

const lesson = z.object({
  _id: z.uuid(),
  sequence: z.number(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  minutes: z.number(),
  fee: z.number(),
  status: z.enum(['scheduled', 'held', 'missed_by_mentor', 'missed_by_family', 'cancelled', 'moved']),
  settled: z.boolean(),
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

export const classBooking = z.object({
  _id: z.uuid(),
  /** The order that paid it; the mentor's side has none. */
  order: z.uuid().nullable(),
  subject: z.string(),
  status: z.enum(['pending_schedule', 'scheduled', 'completed', 'cancelled']),
  plan: z.enum(plans),
  mode: z.enum(classModes),
  duration: z.number(),
  bookedDate: z.iso.datetime(),
  scheduleBy: z.iso.datetime(),
  scheduledDate: date.nullable(),
  scheduledTime: time.nullable(),
  wishedAt: z.iso.datetime().nullable(),
  /** When the family would like the classes of a month or package. */
  wishes: wishesField.nullable(),
  /** Soon over, or over, and not gone on with. */
  canRenew: z.boolean(),
  /** The booking it goes on from, and the one that goes on from it. */
  renews: z.uuid().nullable(),
  renewedBy: z.uuid().nullable(),
  mentor: party,
  mentorName: z.string(),
  /** To the mentor, the first name only; so is the learner's. The whole address only to the mentor who comes there. */
  parent: z.object({
    _id: z.uuid(),
    name: z.string().nullable(),
    address: z.string().nullable(),
    area: z.string().nullable(),
  }),
  learner: z.object({ _id: z.uuid(), name: z.string().nullable(), grade: z.string().nullable() }),
  studentName: z.string().nullable(),
  class: z.string().nullable(),
  school: z.string().nullable(),
  rating: z.number().int().nullable(),
  minutes: z.number(),
  price: z.number(),
  /** What is left of the price, in rupees; the mentor's side has none. */
  balance: z.number().nullable(),
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
    summary: 'Set or move the next class of a booking',
    tags,
    params: idParams,
    body: z.strictObject({
      subject: subjectField,
      studentName: line(80),
      class: line(40),
      school: line(120),
      scheduledDate: date,
      scheduledTime: time,
      status: z.literal('scheduled').default('scheduled'),
    }),
    response: { 200: z.object({ data: classBooking }) },
  },
  config: { access: { visitor: 'no', family: 'no', mentor: 'own', admin: 'yes' } },
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
    summary: 'The mentor marks that a class was held',
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
