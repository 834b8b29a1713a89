import type { SectionName } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import type { LoadedForm, Problem } from './application.server.ts'
import type { Draft, DraftView } from './draft.ts'
import type { Answers } from './form-answers.ts'

/** Outlet context of the form's pages. */
export type FormContext = {
  /** null until the phone is verified. */
  state: ApplicationState | null
  cities: LoadedForm['cities']
  /** A maps provider is configured. */
  hasMap: boolean
  documentConsent: LoadedForm['documentConsent']
  documentDays: number
  conduct: LoadedForm['conduct']
  eKyc: LoadedForm['eKyc']
  agreed: () => void
  draft: Draft
  view: DraftView
  /** Known problems of a section; the server's until the rules are loaded. */
  knownProblems: (section: SectionName) => readonly Problem[]
  /** Validates a section; loads the rules on first use. */
  validate: (section: SectionName, answers: Answers) => Promise<readonly Problem[]>
}

/** Whether nothing is filled in. */
export const isUntouched = ({ state, view }: FormContext): boolean => !state && Object.keys(view.parts).length === 0

/** Progress of a section: complete, incomplete or not started. */
export function progressOf({ view, knownProblems }: FormContext, section: SectionName): 'done' | 'open' | 'none' {
  const part = view.parts[section]
  if (!part) return 'none'
  return knownProblems(section).length === 0 && !part.conflict ? 'done' : 'open'
}
