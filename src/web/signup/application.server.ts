import { data, redirect } from 'react-router'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { ownApplication, saveSection, submitApplication } from '#contract/mentors/applications.ts'
import { updateMentor } from '#contract/mentors/mentors.ts'
import { switchRole } from '#contract/people/accounts.ts'
import { consentText } from '#contract/people/consent-texts.ts'
import { giveConsent } from '#contract/people/consents.ts'
import { listCities } from '#contract/reference/places.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, writeApi } from '../api.ts'
import { openConsents } from '../consents.server.ts'
import { intentOf } from '../form.server.ts'
import { isTicked, textOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { readSite } from '../site-facts.ts'
import { readViewer } from '../viewer.ts'
import { type Answers, formAnswers } from './form-answers.ts'
import { checkPath, isEditing, nextPath } from './form-flow.ts'

async function readApplication(context: LoaderContext) {
  const viewer = await readViewer(context)
  return viewer === null || viewer.userType === 'admin' ? null : await readApi(context, ownApplication)
}

/** The application of the logged-in viewer; null for admins and visitors. */
export const loadApplication = async (context: LoaderContext) => (await readApplication(context))?.data ?? null

export async function loadForm(context: LoaderContext) {
  const locale = currentLocale()
  const [own, cities, { documentDays }] = await Promise.all([
    readApplication(context),
    readApi(context, listCities),
    readSite(context),
  ])
  const open = await openConsents(context, ['documents', 'mentor-conduct'], own === null)
  // A city that is no longer offered stays selectable for mentors who chose it.
  const place = own?.data.answers.location?.location as { city?: unknown } | undefined // draft answers are not validated
  const chosen = place?.city
  return {
    state: own?.data ?? null,
    hasMap: own?.hasMap ?? false,
    documentDays,
    /** How e-KYC files are accepted, with the text to agree to; null where they are not. */
    eKyc: own?.data && own.eKyc && { ...own.eKyc, consent: consentText('e-kyc', locale) },
    /** The text to agree to before documents are uploaded; null once it is agreed to. */
    documentConsent: open.documents,
    /** The code of conduct to accept before the application is submitted; null once it is accepted. */
    conduct: open['mentor-conduct'],
    cities: cities.data
      .filter(({ isShown, name }) => isShown || name === chosen)
      .map(({ name, nameHi, state, stateHi }) => ({
        value: name,
        label: locale === 'hi' ? nameHi : name,
        state,
        stateName: locale === 'hi' ? stateHi : state,
      })),
  }
}
export type LoadedForm = Awaited<ReturnType<typeof loadForm>>

/** Result of a section submitted without scripts that stays on its page. */
export type FormResult = {
  answers: Answers
  problems: Problem[]
  revision: number
  message: string | null
  /** A save made elsewhere since the page was loaded. */
  conflict: { revision: number; answers: Answers } | null
}

/** Saves a section submitted as a form and redirects to the next one if it is valid. */
export async function saveForm(context: LoaderContext, section: SectionName, form: FormData, fromCheck: boolean) {
  const answers = formAnswers(section, form)
  // Revision chosen in the conflict dialog, otherwise the one the page was rendered with.
  const revision = Number(textOf(form, 'keep') || textOf(form, 'revision')) || 0
  const refused = (status: number, result: Partial<FormResult>) =>
    data<FormResult>({ answers, revision, problems: [], message: null, conflict: null, ...result }, { status })
  const state = await loadApplication(context)
  if (!state) return refused(401, { message: m.apply_not_saved_plain() })
  const reply = await writeApi(context, saveSection, { params: { section }, body: { answers, revision } })
  if (!reply.ok) {
    const { code, message, details } = reply.error
    // The details of this code are a revision and answers.
    if (code === 'draft-changed') return refused(409, { conflict: (details ?? null) as FormResult['conflict'] })
    return refused(reply.status, { message: message || errorText(code, currentLocale()) })
  }
  const { problems, revision: savedRevision } = reply.data.data
  if (problems.length > 0) return refused(400, { problems, revision: savedRevision })
  return redirect(localHref(nextPath(section, isEditing(state), fromCheck)))
}

export type Problem = { field: string; problem: string }

export type SubmitResult = { message: string | null; problems: Problem[] }

function toSubmitResult({ code, message, details }: ErrorReply): SubmitResult {
  const fields = Array.isArray(details?.fields) ? details.fields : []
  // Only `bad-request` lists fields.
  const problems = code === 'bad-request' ? (fields as Problem[]) : []
  return { problems, message: problems.length > 0 ? null : message || errorText(code, currentLocale()) }
}

/** Submits a new application, or an update of a submitted one. */
export async function submitForm(context: LoaderContext, form: FormData) {
  intentOf(form)
  const state = await loadApplication(context)
  if (!state) return data<SubmitResult>({ message: m.apply_phone_missing(), problems: [] }, { status: 401 })
  const key = textOf(form, 'key')
  const options = key === '' ? {} : { idempotencyKey: key }
  // The form requires more fields than the API.
  const problems = Object.values(state.problems).flat()
  if (problems.length > 0)
    return data<SubmitResult>({ message: null, problems: problems as Problem[] }, { status: 400 })
  const application = Object.assign({}, ...Object.values(state.answers)) as NonNullable<
    InputOf<typeof updateMentor>['body']['application']
  >
  if (!isEditing(state)) {
    if (isTicked(form, 'accepts')) {
      const shown = { version: Number(textOf(form, 'conduct.version')), language: currentLocale() }
      const accepted = await writeApi(context, giveConsent, { body: { kind: 'mentor-conduct', ...shown } })
      if (!accepted.ok) return data(toSubmitResult(accepted.error), { status: accepted.status })
    }
    const reply = await writeApi(context, submitApplication, { body: application }, options)
    if (!reply.ok) return data(toSubmitResult(reply.error), { status: reply.status })
    return redirect(localHref(`${checkPath}?sent=1`))
  }
  // The viewer may be using the family role.
  await writeApi(context, switchRole, { body: { userType: 'mentor' } })
  const viewer = await readViewer(context)
  const reply = await writeApi(
    context,
    updateMentor,
    { params: { id: viewer?._id ?? '' }, body: { application } },
    options,
  )
  if (!reply.ok) return data(toSubmitResult(reply.error), { status: reply.status })
  return redirect(localHref('/dashboard/mentor?done=application'))
}
