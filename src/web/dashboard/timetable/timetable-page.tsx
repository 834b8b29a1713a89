import { redirect, useNavigate, useNavigation } from 'react-router'
import { isSingleLesson } from '#contract/classes/plans.ts'
import { setTimetable } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { byIntent, readForm, sendForm } from '../../form.server.ts'
import { isTicked, searchOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { Notice } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isNewData } from '../kit/dashboard-address.ts'
import { askedText, isWarned } from '../kit/family-confirmation.ts'
import { type FormResult, formResult } from '../kit/form-result.ts'
import { PreviewForm } from '../kit/preview-form.tsx'
import {
  initialRule,
  loadPreview,
  loadTimetable,
  ruleBody,
  ruleFromParams,
  ruleSearch,
} from '../kit/timetable.server.ts'
import { bookingPath, timetablePath } from '../kit/timetable-text.ts'
import { useNow } from '../kit/use-now.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/timetable-page.ts'
import { RuleForm } from './rule-form.tsx'

export { clientAction } from '../kit/lost-result.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const now = Date.now()
  const timetable = await loadTimetable(context, params.booking, placeNames.area)
  const asked = url.searchParams.has('time') ? ruleFromParams(url.searchParams, now) : null
  const answer = asked && (await loadPreview(context, params.booking, asked))
  const { status, plan, minutes } = timetable.booking
  const isNew = status === 'pending_schedule' && timetable.booking.proposal === null && !isSingleLesson(plan, minutes)
  // Without a change to make, the times stand on the booking's page.
  if (!asked && !isNew && !url.searchParams.has('edit'))
    throw redirect(localHref(`${bookingPath(params.booking)}${url.search}`))
  const form = {
    rule: asked ?? initialRule(timetable, now),
    ...(answer ?? { preview: null, problem: null, fields: {} }),
  }
  return { viewer, own: { timetable, form, now, formKey: crypto.randomUUID() } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const back = localHref(bookingPath(params.booking))
  const rule = ruleFromParams(searchOf(form), Date.now())
  if (isTicked(form, 'update')) return redirect(`${localHref(timetablePath(params.booking))}?${ruleSearch(rule)}`)
  const reply = await byIntent(form, {
    timetable: () => sendForm(context, setTimetable, form, { body: { ...ruleBody(rule), askFamily: isWarned(form) } }),
  })
  return formResult(form, reply, back, askedText(form, reply))
}

export const shouldRevalidate = isNewData

export function meta() {
  return [{ title: `${m.timetable_title()} - ${m.brand_name()}` }]
}

type Own = NonNullable<Route.ComponentProps['loaderData']['own']>

/** A booking's weekly times, edited by its mentor. */
export default function TimetablePage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  if (!own) return <WrongRole viewer={viewer} wanted="mentor" />
  return <MentorTimetable {...own} />
}

function MentorTimetable({ timetable, form, now: loaded, formKey }: Own) {
  const now = useNow(loaded)
  const { booking } = timetable
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: bookingPath(booking._id), label: booking.student }}
        title={m.timetable_title()}
        text={[booking.student, booking.className, booking.subjectName].filter(Boolean).join(', ')}
      />
      <Editor timetable={timetable} form={form} now={now} formKey={formKey} />
    </main>
  )
}

function Editor({ timetable, form, now, formKey }: Own) {
  const { booking, rule } = timetable
  const navigation = useNavigation()
  const navigate = useNavigate()
  const toast = useToast()
  const done = ({ message: told }: FormResult) => {
    toast({ title: told ?? m.timetable_saved() })
    navigate(localHref(bookingPath(booking._id)))
  }
  return (
    <>
      {form.problem && (
        <div className="mb-4 max-w-[680px]">
          <Notice tone="bad">{form.problem}</Notice>
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-[420px_minmax(0,680px)] lg:items-start">
        <RuleForm
          rule={form.rule}
          fields={form.fields}
          isChange={rule !== null || booking.status === 'scheduled'}
          isLoading={navigation.state === 'loading' && navigation.location.search.includes('time=')}
          now={now}
        />
        {form.preview && (
          <PreviewForm
            booking={booking}
            since={rule?._id ?? ''}
            rule={form.rule}
            preview={form.preview}
            formKey={formKey}
            onDone={done}
          />
        )}
      </div>
    </>
  )
}
