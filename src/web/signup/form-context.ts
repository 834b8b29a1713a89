import type { SectionName } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import type { LoadedForm, Problem } from './application.server.ts'
import type { Draft, DraftView } from './draft.ts'
import type { Answers } from './form-answers.ts'

/** What the frame of the form gives to its pages. */
export type FormContext = {
  /** null until the phone is proven. */
  state: ApplicationState | null
  cities: LoadedForm['cities']
  /** A maps provider can show where a place is. */
  hasMap: boolean
  draft: Draft
  view: DraftView
  /** What keeps a section from being submitted, as far as it is known by now. */
  problemsNow: (section: SectionName) => readonly Problem[]
  /** The rules, which come with the first use. */
  check: (section: SectionName, answers: Answers) => Promise<readonly Problem[]>
}

/** How far a section is. */
export function progressOf({ view, problemsNow }: FormContext, section: SectionName): 'done' | 'open' | 'none' {
  const part = view.parts[section]
  if (!part) return 'none'
  return problemsNow(section).length === 0 && !part.conflict ? 'done' : 'open'
}
