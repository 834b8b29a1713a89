import { gradesOfKey, type Subject, subjectFrom } from '#contract/reference/catalogue.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type BookingDetails, detailsOf, insertCorrection, isDemoDeducted, setDetails } from './detail-rows.ts'

/** Undefined leaves a detail unchanged; an empty string clears it. */
export type DetailsInput = {
  subject?: Subject | undefined
  studentName?: string | undefined
  class?: string | undefined
  school?: string | undefined
}
const names = ['subject', 'studentName', 'class', 'school'] as const

/**
 * Corrects the details of a locked booking until its first lesson begins; missing ones can be added later. The price
 * depends on the mode, so another subject costs the same. @returns the resulting subject
 */
export async function correctDetails(
  tx: Transaction,
  { id, subject, accountId }: { id: string; subject: Subject; accountId: string },
  input: DetailsInput,
): Promise<Subject> {
  if (names.every((name) => input[name] === undefined)) return subject
  const { grade, hasBegun, offers, ...was } = await detailsOf(tx, id)
  const open = (text: string | undefined, known: string | null) => (text === undefined ? known : text || null)
  const is: BookingDetails = {
    // A merged subject resolves to its target.
    subject: input.subject === subjectFrom(was.subject) ? was.subject : (input.subject ?? was.subject),
    studentName: open(input.studentName, was.studentName),
    class: open(input.class, was.class),
    school: open(input.school, was.school),
  }
  const changed = names.filter((name) => is[name] !== was[name])
  const corrected = changed.filter((name) => was[name] !== null)
  if (changed.length === 0) return is.subject
  if (hasBegun && corrected.length > 0) throw new AppError('details-fixed')
  const isTaught = ([key, subject]: [string, Subject]) =>
    subject === is.subject && (grade === null || gradesOfKey(key).includes(grade))
  if (is.subject !== was.subject) {
    // The demo's credit applies to its subject.
    if (await isDemoDeducted(tx, id)) throw new AppError('details-fixed')
    if (!offers.some(isTaught)) throw new AppError('subject-not-offered')
  }
  await setDetails(tx, id, is)
  if (corrected.length > 0) {
    const pick = (details: BookingDetails) => Object.fromEntries(corrected.map((name) => [name, details[name]]))
    await insertCorrection(tx, { bookingId: id, accountId, before: pick(was), after: pick(is) })
  }
  return is.subject
}
