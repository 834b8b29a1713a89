import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import { toWaitingView } from '../waiting-change.server.ts'

type Form = {
  sectionTitles: Record<SectionName, () => string>
  changedSections: (answers: ApplicationState['answers'], submitted: ApplicationState['answers']) => readonly unknown[]
}

/** A mentor's application as its pages show it; `form` is the application form's names and comparison. */
export const shownApplication = ({ problems, answers, submitted, ...state }: ApplicationState, form: Form) => ({
  status: state.status,
  rejection: state.rejection,
  history: state.history,
  documentAsked: state.documentAsked,
  ending: state.ending,
  waiting: state.waiting && toWaitingView(state.waiting),
  missing: sectionNames.filter((one) => problems[one]).map((one) => form.sectionTitles[one]()),
  isChanged: form.changedSections(answers, submitted ?? {}).length > 0,
})
