import type { SectionName } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import { m } from '#messages'
import { Notice } from '../ui/error-state.tsx'
import { comparableText } from './changed-sections.ts'
import { type Answers, listAt, textAt } from './form-answers.ts'

/** Fields covered by each check; the server reopens a check when one of them changes. */
const checkFields = {
  identity: ['fullName', 'gender', 'mentorId'],
  qualification: [
    ...['highestQualification', 'specialization', 'university', 'graduationYear'].map((one) => `qualifications.${one}`),
    ...['graduation.degree', 'graduation.college', 'postGraduation.degree', 'postGraduation.college'],
    'certificates.degree',
  ],
  police: ['certificates.police'],
} as const satisfies Record<string, readonly string[]>
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

/** Warns that submitting these changes reopens a passed check. */
export function RecheckNote({ state, section, answers }: Props) {
  const kinds = (['identity', 'qualification', 'police'] as const).filter(
    (kind) =>
      answers &&
      checkSections[kind] === section &&
      state?.passed.includes(kind) &&
      checkFields[kind].some((path) => answerText(answers, path) !== answerText(state.submitted?.[section], path)),
  )
  return (
    <div role="status">
      {kinds.map((kind) => (
        <Notice key={kind}>{m.apply_recheck({ check: checkLabels[kind]() })}</Notice>
      ))}
    </div>
  )
}
