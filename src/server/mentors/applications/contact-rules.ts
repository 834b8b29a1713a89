import { applicationSections } from '#contract/mentors/application-rules.ts'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { publicTexts } from '#contract/mentors/reviewed-facts.ts'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MentorFacts } from './facts.ts'

type PublicText = keyof typeof publicTexts
const columns = Object.keys(publicTexts) as PublicText[] // safe: a const object
const hasContacts = (text: unknown): boolean => typeof text === 'string' && maskPlainContacts(text).isMasked

function fieldsIn(facts: Record<PublicText, string | null>): PublicText[] {
  const found = columns.filter((column) => hasContacts(facts[column]))
  // The degree line is composed of the other fields unless the mentor wrote it.
  const composed = ['highest_qualification', 'specialization', 'university'] as const
  const isComposed = composed.some((column) => found.includes(column))
  return isComposed ? found.filter((column) => column !== 'qualification_display') : found
}

/** Throws `bad-request` naming the public texts with contact details: a phone number, address, link or UPI id. */
export function assertNoContacts(facts: MentorFacts): void {
  const fields = fieldsIn(facts).map((column) => ({ field: publicTexts[column], problem: 'contact-details' }))
  if (fields.length > 0) throw new AppError('bad-request', { fields })
}

/** The value at a path such as `graduation.college`; undefined if missing. */
const answerAt = (answers: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => Object(at)[name], answers)

// Longer texts have another problem anyway.
const longestText = 2000

/** The same problems in the unvalidated answers of a section. */
export const contactProblems = (section: SectionName, answers: unknown): { field: string; problem: string }[] =>
  Object.values(publicTexts)
    .filter((path) => Object.hasOwn(applicationSections[section].shape, path.split('.')[0] ?? ''))
    .flatMap((path) => {
      const text = answerAt(answers, path)
      const isRead = typeof text === 'string' && text.length <= longestText
      return isRead && hasContacts(text) ? [{ field: path, problem: 'contact-details' }] : []
    })

/** Form fields of a mentor's stored public texts that contain contact details; checked whenever they are published. */
export async function contactFields(db: Db, mentorId: string): Promise<string[]> {
  const row = await db.selectFrom('mentor').select(columns).where('id', '=', mentorId).executeTakeFirst()
  return row ? fieldsIn(row).map((column) => publicTexts[column]) : []
}
