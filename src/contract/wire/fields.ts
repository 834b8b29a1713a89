import { z } from 'zod'
import { boardFrom, type Grade, grades, type Subject, subjectFrom, weekdays } from '../reference/catalogue.ts'

/** A 10-digit Indian mobile number; spaces, dashes and a +91 or 0 in front are taken off. */
export const phone = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(?:\+91|91(?=\d{10}$)|0)/, ''))
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'a 10-digit mobile number'))

/** Role of a session on the wire; `parent` is accepted for `student`, which is also the default. */
export const userType = z
  .enum(['student', 'parent', 'mentor', 'admin'])
  .default('student')
  .transform((type) => (type === 'parent' ? 'student' : type))

/** What a text means in the catalogue, looked up when it is asked. */
const catalogueField = <T>(meant: (text: string) => T | null, max: number, what: string) =>
  z
    .string()
    .max(max)
    .transform((text, context): T => {
      const found = meant(text)
      if (found !== null) return found
      context.addIssue({ code: 'custom', message: what })
      return z.NEVER
    })
/** A subject by slug, name or alias, in either script. */
export const subjectField = catalogueField<Subject>(subjectFrom, 60, 'a subject of the catalogue')
/** A board by its key, name or alias. */
export const boardField = catalogueField<string>(boardFrom, 80, 'a board of the catalogue')

/** One of a list of the catalogue, looked up when it is asked: the admin changes them while we run. */
const oneOf = <T extends string>(list: readonly T[], what: string) =>
  z
    .string()
    .max(80)
    .refine((text): text is T => (list as readonly string[]).includes(text), what)
/** Class 1 to 12, an exam or a degree. */
export const gradeField: z.ZodType<Grade, string> = oneOf(grades, 'a class of the catalogue')
// As replies name them. Not looked up: another process may know a newer one, and rows keep what was removed since.
export const subjectSlug = z.string() as unknown as z.ZodType<Subject, string> // true: rows hold slugs
export const gradeSlug = z.string() as unknown as z.ZodType<Grade, string> // true: and grades

/** `YYYY-MM-DD` of a year the product can mean. */
export const date = z.iso.date().regex(/^20\d\d-/, 'a date of this century')
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:MM')
/** When a family would like its classes; all of it may be left open. */
export const preferencesField = z.strictObject({
  date: date.optional(),
  time: time.optional(),
  days: z.array(z.enum(weekdays)).max(weekdays.length).optional(),
})
/** Rupees with at most two decimals. */
export const rupeesField = z.number().min(0).max(10_000_000).multipleOf(0.01)
/** Free text of one line: trimmed, no control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'no control characters')

/** The same, and nothing at all: empty says that it is not known. */
export const optionalLine = (max: number) => z.union([line(max), z.string().trim().length(0)])

/** Free text over several lines; control characters other than breaks are refused. */
export const text = (max: number) =>
  z
    .string()
    .transform((given) => given.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((given) => /^[^\p{Cc}\p{Cs}]*$/u.test(given.replace(/[\n\t]/g, '')), 'no control characters'),
    )

/** Total of a list; capped totals say only how many there are at least. */
export const total = z.union([z.number().int(), z.object({ atLeast: z.number().int() })])
export const idParams = z.strictObject({ id: z.uuid() })
/** Opaque place in a list, given back by the server as `nextCursor`. */
export const cursor = z.string().max(600)
/** Page of a list: at most 50 rows. */
export const pageQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
