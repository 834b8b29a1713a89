import { useEffect } from 'react'
import { ownAvailability } from '#contract/classes/availability.ts'
import { mentorBookings } from '#contract/classes/bookings.ts'
import { answerTime } from '#contract/classes/picked-times.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { type ApplicationState, ownApplication } from '#contract/mentors/applications.ts'
import { mentorSummary } from '#contract/mentors/mentor-summary.ts'
import { updateMentor } from '#contract/mentors/mentors.ts'
import { ownReliability } from '#contract/mentors/reliability.ts'
import { setPayoutAccount } from '#contract/money/payouts.ts'
import { ownMentor } from '#contract/people/accounts.ts'
import { everySubject, subjectName } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { writeMentorNumber } from '../accounts/login-hints.ts'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { currentLocale, localHref } from '../locale.ts'
import { orLost } from '../lost-connection.ts'
import { knownAreas, placeNames } from '../mentors/places.server.ts'
import { writerText } from '../mentors/reviews.server.ts'
import { sectionTitles } from '../signup/apply-words.ts'
import { changedSections } from '../signup/changed-sections.ts'
import type { Route } from './+types/mentor-page.ts'
import { attend, changeRecord } from './attendance/attendance.server.ts'
import { changeLesson } from './bookings/lesson-actions.server.ts'
import { askedOutcome, changeClass } from './changes/changes.server.ts'
import { askedWords } from './kit/asked-form.ts'
import { codeWords } from './kit/attendance-words.ts'
import { loadBookings } from './kit/bookings.server.ts'
import { isNewData } from './kit/dashboard-address.ts'
import { formResult, lostResult, textOf } from './kit/form-result.ts'
import { inTime, keptResult } from './kit/keep-form.ts'
import { useNow } from './kit/use-now.ts'
import { MentorWithoutApplication, WrongRole } from './kit/wrong-role.tsx'
import { MentorDashboard } from './mentor-dashboard.tsx'
import { loadEarnings } from './money/earnings.server.ts'
import { changeReview, loadOwnReviews } from './reviews/reviews.server.ts'
import { setTimes } from './timetable/set-times.server.ts'

const shownApplication = ({ problems, answers, submitted, ...state }: ApplicationState) => ({
  status: state.status,
  rejection: state.rejection,
  history: state.history,
  documentAsked: state.documentAsked,
  ending: state.ending,
  missing: sectionNames.filter((one) => problems[one]).map((one) => sectionTitles[one]()),
  isChanged: changedSections(answers, submitted ?? {}).length > 0,
})

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await signedIn(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const [
    mentor,
    application,
    { active, reported, cards, morePages },
    earnings,
    summary,
    asked,
    reviews,
    standing,
    hours,
  ] = await Promise.all([
    readApi(context, ownMentor),
    readApi(context, ownApplication),
    loadBookings(context, mentorBookings, viewer._id, url, placeNames.area),
    loadEarnings(context, url),
    readApi(context, mentorSummary),
    askedOutcome(context, url),
    loadOwnReviews(context, writerText),
    readApi(context, ownReliability),
    readApi(context, ownAvailability),
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
    asked,
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
  const form = await request.formData()
  const text = (name: string) => textOf(form, name)
  const of = text('of')
  const changed = (await changeClass(context, form)) ?? (await changeReview(context, form))
  if (changed) return formResult(form, of, changed, localHref('/dashboard/mentor'))
  if (text('intent') === 'attend') {
    const marked = await attend(context, form)
    const told = marked.ok && codeWords(marked.data.data)
    const result = formResult(form, of, marked, localHref('/dashboard/mentor'))
    return told && 'ok' in result ? { ...result, told } : result
  }
  const options = text('key') === '' ? {} : { idempotencyKey: text('key') }
  const send = () => {
    if (text('intent') === 'show')
      return writeApi(context, updateMentor, { params: { id: of }, body: { showOnWebsite: text('show') === 'true' } })
    if (text('intent') === 'account') {
      const [method, holder] = [text('method'), text('holder')]
      const body =
        method === 'upi'
          ? { method: 'upi' as const, holder, upi: text('upi') }
          : { method: 'bank' as const, holder, accountNumber: text('accountNumber'), ifsc: text('ifsc') }
      return writeApi(context, setPayoutAccount, { body }, options)
    }
    if (text('intent') === 'answer-time')
      return writeApi(context, answerTime, { params: { id: of }, body: { confirm: text('confirm') === 'yes' } })
    return changeRecord(context, form)
  }
  const sent = send()
  if (sent) return formResult(form, of, await sent, localHref('/dashboard/mentor'))
  const reply = await (changeLesson(context, form) ?? setTimes(context, form, options))
  return formResult(form, of, reply, localHref('/dashboard/mentor'), askedWords(form, reply))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  if (textOf(form, 'intent') !== 'attend') return await orLost(serverAction, () => lostResult(form))
  return await orLost(
    () => inTime(serverAction),
    () => keptResult(form),
  )
}

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
