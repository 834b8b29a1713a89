import type { SectionName } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import {
  factsOfCheck,
  identityFacts,
  type ReviewedFact,
  reviewedFactNames,
  reviewedFacts,
} from '#contract/mentors/reviewed-facts.ts'
import { m } from '#messages'
import { Notice } from '../ui/error-state.tsx'
import { comparableText } from './changed-sections.ts'
import { type Answers, listAt, textAt } from './form-answers.ts'

const fieldsOf = (facts: readonly ReviewedFact[]) => facts.map((fact) => reviewedFacts[fact])
/** Fields covered by each check; the server reopens a check when one of them changes. */
const checkFields: Record<string, readonly string[]> = {
  identity: [...fieldsOf(factsOfCheck.identity), 'mentorId'],
  qualification: [...fieldsOf(factsOfCheck.qualification), 'certificates.degree'],
  police: ['certificates.police'],
}
const checkLabels = {
  identity: m.apply_check_identity,
  qualification: m.apply_check_qualification,
  police: m.apply_check_police,
}
const checkSections = {
  identity: 'personal',
  qualification: 'education',
  police: 'education',
} as const satisfies Record<string, SectionName>

/** An answer as one text, with all files of a list. */
const answerText = (answers: unknown, path: string): string =>
  [textAt(answers, path), ...listAt(answers, path)].map(comparableText).sort().join(' ').trim()

type Props = { state: ApplicationState | null; section: SectionName; answers: Answers | undefined }

/** Warns that submitting these changes reopens a passed check, and that they wait for review or unlist the mentor. */
export function RecheckNote({ state, section, answers }: Props) {
  const isChanged = (path: string) =>
    answers !== undefined && answerText(answers, path) !== answerText(state?.submitted?.[section], path)
  const kinds = (['identity', 'qualification', 'police'] as const).filter(
    (kind) => checkSections[kind] === section && state?.passed.includes(kind) && checkFields[kind]?.some(isChanged),
  )
  const isReviewed = state?.status === 'verified' || state?.status === 'suspended'
  const isUnlisted = isReviewed && section === 'personal' && fieldsOf(identityFacts).some(isChanged)
  const waits = isReviewed && fieldsOf(reviewedFactNames).some(isChanged)
  return (
    <div role="status" className="not-empty:mt-3 grid gap-3">
      {isUnlisted ? <Notice>{m.apply_waits_unlisted()}</Notice> : waits && <Notice>{m.apply_waits()}</Notice>}
      {kinds.map((kind) => (
        <Notice key={kind}>{m.apply_recheck({ check: checkLabels[kind]() })}</Notice>
      ))}
    </div>
  )
}
