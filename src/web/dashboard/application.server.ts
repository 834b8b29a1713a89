import type { ShownState } from '#contract/mentors/applications.ts'
import { toWaitingView } from '../waiting-change.server.ts'

type Answers = ShownState['answers']

/** A mentor's application as its pages show it; `changedSections` is the application form's comparison. */
export const shownApplication = (
  { answers, submitted, ...state }: ShownState,
  changedSections: (answers: Answers, submitted: Answers) => readonly unknown[],
) => ({
  status: state.status,
  rejection: state.rejection,
  history: state.history,
  documentAsked: state.documentAsked,
  ending: state.ending,
  waiting: state.waiting && toWaitingView(state.waiting),
  isChanged: changedSections(answers, submitted ?? {}).length > 0,
})
