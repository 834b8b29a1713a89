import { z } from 'zod'
import { boardFrom, type Grade, grades, type Subject, subjectFrom, weekdays } from '../reference/catalogue.ts'

/** A 10-digit Indian mobile number; strips spaces, dashes and a leading +91 or 0. */
export const phone = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, '').replace(/^(?:\+91|91(?=\d{10}$)|0)/, ''))
  .pipe(z.string().regex(/^[6-9]\d{9}$/, 'a 10-digit mobile number'))

/** Role of a session on the wire; `parent` is accepted for `student`, which is the default. */
export const userType = z
  .enum(['student', 'parent', 'mentor', 'admin'])
  .default('student')
  .transform((type) => (type === 'parent' ? 'student' : type))

/** A catalogue entry by name, looked up at parse time because admins edit the catalogue. */
const catalogueField = <T>(lookUp: (text: string) => T | null, max: number, what: string) =>
  z
    .string()
    .max(max)
    .transform((text, context): T => {
      const found = lookUp(text)
      if (found !== null) return found
      context.addIssue({ code: 'custom', message: what })
      return z.NEVER
    })
/** A subject by slug, name or alias, in either script. */
export const subjectField = catalogueField<Subject>(subjectFrom, 60, 'a subject of the catalogue')
/** A board by its key, name or alias. */
export const boardField = catalogueField<string>(boardFrom, 80, 'a board of the catalogue')

/** One of a catalogue list, looked up at parse time because admins edit the catalogue. */
const oneOf = <T extends string>(list: readonly T[], what: string) =>
  z
    .string()
    .max(80)
    .refine((text): text is T => (list as readonly string[]).includes(text), what)
/** Class 1 to 12, an exam or a degree. */
export const gradeField: z.ZodType<Grade, string> = oneOf(grades, 'a class of the catalogue')
// Slugs in replies are not looked up: another process may know newer ones, and rows keep removed ones.
export const subjectSlug = z.string() as unknown as z.ZodType<Subject, string> // safe: rows hold slugs
export const gradeSlug = z.string() as unknown as z.ZodType<Grade, string> // safe: and grades

/** `YYYY-MM-DD` in this century. */
export const date = z.iso.date().regex(/^20\d\d-/, 'a date of this century')
export const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:MM')
/** A family's preferred days and times; every part is optional. */
export const preferences = z.strictObject({
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

/** As `line`, or empty for unknown. */
export const lineOrEmpty = (max: number) => z.union([line(max), z.string().trim().length(0)])

/** Multi-line text; control characters other than line breaks are refused. */
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

/** Total of a list; a capped total is given as a lower bound. */
export const total = z.union([z.number().int(), z.object({ atLeast: z.number().int() })])
export const idParams = z.strictObject({ id: z.uuid() })
/** Opaque position in a list, returned by the server as `nextCursor`. */
export const cursor = z.string().max(600)
/** Page of a list, at most 50 rows. */
export const pageQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
