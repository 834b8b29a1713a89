import { applicationSections, problemsOf } from '#contract/mentors/application-rules.ts'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import type { ApplicationState, ShownState } from '#contract/mentors/applications.ts'
import type { Context } from '#server/context.ts'
import { type Rows, readTogether } from '#server/platform/json-rows.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type ApplicationRows, applicationReads, toFacts } from './application-rows.ts'
import { toWaitingChange } from './changes.ts'
import { contactProblems } from './contact-rules.ts'
import { answersFrom, type StoredFacts } from './facts.ts'
import { isSameFile, missingFiles } from './files.ts'

const names = Object.keys(applicationSections) as SectionName[] // safe: a const object

/** What is wrong with the answers of each section, without lost files; sections without problems are left out. */
function problemsIn(answers: ApplicationState['answers']): ApplicationState['problems'] {
  const found = names.map(
    (name) => [name, [...problemsOf(name, answers[name]), ...contactProblems(name, answers[name])]] as const,
  )
  return Object.fromEntries(found.filter(([, problems]) => problems.length > 0))
}

/** What `applicationReads` found, as its mentor sees it: the draft, else the submitted data. */
export const toOwnState = (found: Rows<ApplicationRows>): ShownState => toState(found, toFacts(found))

function toState(found: Rows<ApplicationRows>, facts: StoredFacts | null): ShownState {
  const {
    applicant: [mentor],
    draft: [draft],
    waiting: [waiting],
    ending,
    history,
  } = found
  const isAsked = mentor?.isDocumentRequested ?? false
  const submitted = facts && answersFrom({ ...facts, ...waiting?.facts, ...(isAsked && { document: null }) })
  const answers: ApplicationState['answers'] = { ...submitted, ...draft?.answers }
  // When a new document is requested, hide the deleted one that the draft may still name.
  if (isAsked && answers.personal?.mentorId && isSameFile(answers.personal.mentorId, facts?.document ?? null))
    answers.personal = { ...answers.personal, mentorId: '' }
  return {
    answers,
    submitted,
    problems: problemsIn(answers),
    status: mentor?.status ?? 'draft',
    rejection: mentor?.rejection ?? '',
    documentAsked: isAsked,
    waiting: waiting && facts ? toWaitingChange(waiting, facts) : null,
    ending,
    history: history.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

/** The caller's own application, with the problems of each section. */
export async function readApplication({ db }: Context, viewer: Viewer): Promise<ApplicationState> {
  const found = await readTogether(db, applicationReads(viewer.accountId))
  const facts = toFacts(found)
  const state = toState(found, facts)
  const {
    applicant: [mentor],
    draft: [draft],
    passed,
    eKyc: [eKyc],
  } = found
  const problems = { ...state.problems }
  for (const name of names) {
    const missing = await missingFiles(db, viewer.accountId, state.answers[name] ?? {}, facts)
    if (missing.length > 0) problems[name] = [...(problems[name] ?? []), ...missing]
  }
  return {
    ...state,
    phone: viewer.phone,
    passed: passed.map(({ kind }) => kind),
    revisions: draft?.revisions ?? {},
    problems,
    number: mentor?.number ?? null,
    submittedAt: mentor?.submittedAt?.toISOString() ?? null,
    eKycCheckedAt: state.documentAsked ? null : (eKyc?.checkedAt.toISOString() ?? null),
  }
}
