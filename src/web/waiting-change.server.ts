import type { WaitingChange } from '#contract/mentors/mentor-changes.ts'
import { type publicTexts, type ReviewedFact, reviewedFacts } from '#contract/mentors/reviewed-facts.ts'
import { m } from '#messages'
import { degreeText } from './education-facts.server.ts'
import { formatDay } from './ui/dates.tsx'

type Field = (typeof reviewedFacts)[ReviewedFact] | (typeof publicTexts)[keyof typeof publicTexts]
const fieldLabels: Record<Field, () => string> = {
  fullName: m.apply_label_fullName,
  gender: m.apply_label_gender,
  age: m.apply_label_age,
  profilePhoto: m.apply_label_photo,
  'qualifications.highestQualification': m.apply_label_highest,
  'qualifications.specialization': m.apply_label_specialization,
  'qualifications.university': m.apply_label_university,
  'qualifications.graduationYear': m.apply_label_year,
  'qualifications.display': m.apply_label_display,
  'graduation.degree': m.apply_label_graduation,
  'graduation.college': m.apply_label_graduation_college,
  'postGraduation.degree': m.apply_label_post,
  'postGraduation.college': m.apply_label_post_college,
  experience: m.apply_label_experience,
  'location.area': m.apply_label_area,
  teachingExperience: m.apply_label_teaching,
  brief: m.apply_label_brief,
  teachingVideo: m.apply_label_video,
}

/** Label of a profile field, as on the application form. */
export const profileFieldLabel = (field: string): string =>
  Object.hasOwn(fieldLabels, field) ? fieldLabels[field as Field]().replace(/ \*$/, '') : field // safe: just checked

const values: Record<string, () => string> = {
  female: m.apply_female,
  male: m.apply_male,
  other: m.apply_other,
  fresher: m.apply_fresher,
  '10+': m.apply_years_more,
}
function valueText(fact: ReviewedFact, value: WaitingChange['changes'][number]['from']): string {
  if (value === null || value === '') return m.admin_change_empty()
  const text = String(value)
  if (fact === 'graduation_degree' || fact === 'postgraduation_degree')
    return degreeText({ degree: text, college: null })
  if (fact === 'gender' || fact === 'experience') return values[text]?.() ?? m.apply_years({ years: text })
  return text
}

/** Values that wait for review, with those shown until then. */
export const toWaitingView = ({ _id, askedAt, isUnlisted, changes }: WaitingChange) => ({
  id: _id,
  asked: formatDay(askedAt, { year: true }),
  isUnlisted,
  changes: changes.map(({ fact, from, to }) => ({
    fact,
    label: profileFieldLabel(reviewedFacts[fact]),
    from: valueText(fact, from),
    to: valueText(fact, to),
    /** Pictures are shown, videos opened. */
    photos: fact === 'photo' ? { from: from as string | null, to: to as string | null } : null, // safe: paths
    isVideo: fact === 'teaching_video',
  })),
})
export type WaitingView = ReturnType<typeof toWaitingView>
