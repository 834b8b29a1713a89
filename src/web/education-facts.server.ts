import type { AdminMentor } from '#contract/mentors/verification.ts'
import { degreeName } from '#contract/reference/degrees.ts'
import { m } from '#messages'
import { currentLocale } from './locale.ts'

const noDegree: Record<string, () => string> = { none: m.apply_none_master, pursuing: m.apply_pursuing }

export function degreeText({ degree, college }: AdminMentor['graduation']): string {
  const name = degree === null ? '' : (noDegree[degree]?.() ?? degreeName(degree, currentLocale()) ?? degree)
  return [name, college].filter(Boolean).join(', ')
}

/** Facts confirmed by the degree check. */
export function educationFacts({
  card: { qualifications },
  graduation,
  postGraduation,
}: AdminMentor): { label: string; value: string }[] {
  const facts: [string, string][] = [
    [
      m.apply_label_highest(),
      [qualifications.highestQualification, qualifications.specialization].filter(Boolean).join(', '),
    ],
    [m.apply_label_university(), qualifications.university],
    [m.apply_label_year(), qualifications.graduationYear ? String(qualifications.graduationYear) : ''],
    [m.apply_label_graduation(), degreeText(graduation)],
    [m.apply_label_post(), degreeText(postGraduation)],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
