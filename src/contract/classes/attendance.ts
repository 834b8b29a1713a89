import { z } from 'zod'
import { endpoint, onlyFamilies, onlyMentors, sideOrAdmin } from '../wire/endpoint.ts'
import { idParams } from '../wire/fields.ts'
import { attendanceNotes, classRecord, visitCode } from './bookings.ts'

const tags = ['bookings'] as const
const record = { 200: z.object({ data: classRecord }) }

/** The visit code of a class. */
export const lessonCode = z.object({
  lesson: z.uuid(),
  code: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Catalogue slug. */
  subject: z.string(),
  student: z.string().nullable(),
  mentorName: z.string(),
})
export type LessonCode = z.infer<typeof lessonCode>

export const visitCodes = endpoint({
  method: 'GET',
  url: '/api/class-records/visit-codes',
  schema: {
    summary: "Codes of the family's classes of yesterday and the coming week that nobody marked; never told to mentors",
    tags,
    response: { 200: z.object({ data: z.array(lessonCode) }) },
  },
  config: { access: onlyFamilies },
})

export const enterVisitCode = endpoint({
  method: 'POST',
  url: '/api/class-records/:id/code',
  schema: {
    summary: 'The mentor types the code the family showed, which confirms a class; three wrong ones end that',
    tags,
    params: idParams,
    body: z.strictObject({ code: visitCode }),
    response: record,
  },
  config: { access: onlyMentors },
})

export const saveNote = endpoint({
  method: 'PUT',
  url: '/api/class-records/:id/note',
  schema: {
    summary: 'Note and homework of a class for its family, until a week after it was marked',
    tags,
    params: idParams,
    body: z.strictObject(attendanceNotes),
    response: record,
  },
  config: { access: onlyMentors },
})

const sheetQuery = z.strictObject({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month as YYYY-MM'),
  language: z.enum(['en', 'hi']).default('en'),
})

export const sheetPdf = endpoint({
  method: 'GET',
  url: '/api/class-bookings/:id/sheet/pdf',
  schema: {
    summary: "A month of attendance of a booking's learner and mentor, as PDF; fees are for the family",
    tags,
    params: idParams,
    querystring: sheetQuery,
    response: { 200: z.unknown() },
  },
  config: { access: sideOrAdmin },
})

export const sheetCsv = endpoint({
  method: 'GET',
  url: '/api/class-bookings/:id/sheet/csv',
  schema: {
    summary: 'The same as CSV',
    tags,
    params: idParams,
    querystring: sheetQuery,
    response: { 200: z.unknown() },
  },
  config: { access: sideOrAdmin },
})
