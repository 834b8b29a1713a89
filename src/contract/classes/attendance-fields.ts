import { z } from 'zod'
import { line } from '../wire/fields.ts'
import { lessonNote, visitCodeDigits } from '../wire/limits.ts'

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
