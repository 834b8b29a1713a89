import type { WaitingChange } from '#contract/mentors/mentor-changes.ts'
import { type ReviewedFact, reviewedFacts } from '#contract/mentors/reviewed-facts.ts'
import { m } from '#messages'
import { choiceName, experienceNames, genderNames, labelOf } from './application-labels.ts'
import { degreeText } from './education-facts.server.ts'
import { formatDay } from './ui/dates.tsx'

/** Label of a profile field, as on the application form. */
export const profileFieldLabel = (field: string): string => labelOf(field).replace(/ \*$/, '')

function valueText(fact: ReviewedFact, value: WaitingChange['changes'][number]['from']): string {
  if (value === null || value === '') return m.admin_change_empty()
  const text = String(value)
  if (fact === 'graduation_degree' || fact === 'postgraduation_degree')
    return degreeText({ degree: text, college: null })
  if (fact === 'gender') return choiceName(genderNames, text)
  if (fact === 'experience') return choiceName(experienceNames, text)
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
