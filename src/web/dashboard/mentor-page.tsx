import { useEffect } from 'react'
import { ownAvailability } from '#contract/classes/availability.ts'
import { mentorBookings } from '#contract/classes/bookings.ts'
import { answerPickedTime } from '#contract/classes/picked-times.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { type ApplicationState, ownApplication } from '#contract/mentors/applications.ts'
import { mentorSummary } from '#contract/mentors/mentor-summary.ts'
import { updateMentor } from '#contract/mentors/mentors.ts'
import { ownReliability } from '#contract/mentors/reliability.ts'
import { ownTaxFacts } from '#contract/mentors/taxes.ts'
import { setPayoutAccount } from '#contract/money/payouts.ts'
import { ownMentor } from '#contract/people/accounts.ts'
import { giveConsent } from '#contract/people/consents.ts'
import { everySubject, subjectName } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { writeMentorNumber } from '../accounts/login-hints.ts'
import { requireViewer } from '../accounts/require-viewer.server.ts'
import { readApi } from '../api.ts'
import { openConsents } from '../consents.server.ts'
import { byIntent, readForm, sendForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { currentLocale, localHref } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { sectionTitles } from '../signup/application-labels.ts'
import { changedSections } from '../signup/changed-sections.ts'
import { toWaitingView } from '../waiting-change.server.ts'
import type { Route } from './+types/mentor-page.ts'
import { recordForms, submitAttendance } from './attendance/attendance.server.ts'
import { lessonForms } from './bookings/lesson-actions.server.ts'
import { classForms, concernText, requestedDoorCode, requestedOutcome } from './changes/changes.server.ts'
import { codeText } from './kit/attendance-text.ts'
import { loadBookings } from './kit/bookings.server.ts'
import { addressAfter, isNewData } from './kit/dashboard-address.ts'
import { askedText } from './kit/family-confirmation.ts'
import { formResult } from './kit/form-result.ts'
import { connectionLostResult } from './kit/lost-result.ts'
import { storeOffline, withTimeout } from './kit/offline-attendance.ts'
import { useNow } from './kit/use-now.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { MentorDashboard } from './mentor-dashboard.tsx'
import { loadEarnings } from './money/earnings.server.ts'
import { loadOwnReviews, reviewIntents } from './reviews/reviews.server.ts'
import { timeForms } from './timetable/set-times.server.ts'

const shownApplication = ({ problems, answers, submitted, ...state }: ApplicationState) => ({
  status: state.status,
  rejection: state.rejection,
  history: state.history,
  documentAsked: state.documentAsked,
  ending: state.ending,
  waiting: state.waiting && toWaitingView(state.waiting),
  missing: sectionNames.filter((one) => problems[one]).map((one) => sectionTitles[one]()),
  isChanged: changedSections(answers, submitted ?? {}).length > 0,
})

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const [
    mentor,
    application,
    { active, reported, cards, morePages },
    earnings,
    summary,
    asked,
    door,
    reviews,
    standing,
    hours,
    taxes,
    consents,
  ] = await Promise.all([
    readApi(context, ownMentor),
    readApi(context, ownApplication),
    loadBookings(context, mentorBookings, viewer._id, url, placeNames.area),
    loadEarnings(context, url),
    readApi(context, mentorSummary),
    requestedOutcome(context, url),
    requestedDoorCode(context, url),
    loadOwnReviews(context, writerText),
    readApi(context, ownReliability),
    readApi(context, ownAvailability),
    readApi(context, ownTaxFacts),
    openConsents(context, ['mentor-conduct']),
  ])
  const now = Date.now()
  const own = {
    mentor: mentor.data,
    application: shownApplication(application.data),
    active,
    reported,
    cards,
    morePages,
    earnings,
    standing: standing.data,
    taxes: taxes.data,
    conduct: consents['mentor-conduct'],
    asked,
    door,
    reviews,
    hasHours: hours.data.week.length > 0 || hours.data.days.some((day) => day.hours.length > 0),
    isOlder: url.searchParams.has('before'),
    summary: summary.data,
    subjects: everySubject().map((slug) => ({
      value: slug,
      label: subjectName(slug, currentLocale()),
      name: subjectName(slug, 'en'),
    })),
    now,
    formKey: crypto.randomUUID(),
  }
  return { viewer, own }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const back = localHref(addressAfter(request))
  const times = { ...lessonForms(context, form), ...timeForms(context, form) }
  if (Object.hasOwn(times, textOf(form, 'intent'))) {
    const reply = await byIntent(form, times)
    return formResult(form, reply, back, askedText(form, reply))
  }
  if (textOf(form, 'intent') === 'attend') {
    const marked = await submitAttendance(context, form)
    const told = marked.ok && codeText(marked.data.data)
    const result = formResult(form, marked, back)
    return told && 'ok' in result ? { ...result, told } : result
  }
  const reply = await byIntent(form, {
    ...classForms(context, form),
    ...reviewIntents(context, form),
    ...recordForms(context, form),
    show: () => sendForm(context, updateMentor, form),
    account: () => sendForm(context, setPayoutAccount, form),
    consent: () => sendForm(context, giveConsent, form),
    'answer-time': () => sendForm(context, answerPickedTime, form),
  })
  return formResult(form, reply, back, concernText(form, reply))
}

const isAttendance = (form: FormData) => textOf(form, 'intent') === 'attend'

export const clientAction = connectionLostAction(
  (form) => (isAttendance(form) ? storeOffline(form) : connectionLostResult(form)),
  (send, form) => (isAttendance(form) ? withTimeout(send) : send()),
)

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.dash_mentor_title()} - ${m.brand_name()}` }]
}

export default function MentorPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const now = useNow(own?.now ?? 0)
  const mentorId = own?.mentor._id
  useEffect(() => {
    if (mentorId) writeMentorNumber(mentorId)
  }, [mentorId])
  if (own) return <MentorDashboard roles={viewer.roles} {...own} now={now} />
  return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
}
