import { data, redirect, useActionData } from 'react-router'
import { pickTime, refundUnscheduled, timeOptions } from '#contract/classes/picked-times.ts'
import { bookingTimetable } from '#contract/classes/timetables.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { TimeChoices } from '../../time-choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { preferenceSentence } from '../kit/preference-text.ts'
import { bookingPath } from '../kit/timetable-text.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/time-page.ts'

const home = '/dashboard/student'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, own: null }
  const input = { params: { id: params.booking } }
  const [{ data: known }, { data: choice }] = await Promise.all([
    readApi(context, bookingTimetable, input),
    readApi(context, timeOptions, input),
  ])
  const { booking } = known
  // The booking's page says its time and what comes next.
  if (booking.status !== 'pending_schedule') throw redirect(localHref(bookingPath(booking._id)))
  const own = {
    id: booking._id,
    choice,
    mentor: booking.mentor.fullName,
    subject: subjectIn(booking.subject, currentLocale()),
    text: preferenceSentence(booking, 'family', Date.now()),
  }
  return { viewer, own }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const isRefund = isTicked(form, 'refund')
  const reply = await sendForm(context, isRefund ? refundUnscheduled : pickTime, form, {
    params: { id: params.booking },
  })
  if (reply.ok) throw redirect(localHref(`${home}?done=${isRefund ? 'time-back' : 'time'}`))
  return data({ problem: reply.error.message }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.time_choose()} - ${m.brand_name()}` }]
}

/** Resolves an unavailable picked time: another time or a refund. */
export default function PickedTimePage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  const answer = useActionData<typeof action>()
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={{ to: bookingPath(own.id), label: own.subject }}
        title={m.time_choose()}
        text={`${own.subject} ${m.dash_with({ name: own.mentor })}`}
      />
      <div className="grid max-w-[680px] gap-4">
        {answer && <Notice tone="bad">{answer.problem}</Notice>}
        <section className="card grid gap-4">
          {own.text && <p>{own.text}</p>}
          <TimeChoices booking={own.id} choice={own.choice} mentor={own.mentor} />
        </section>
      </div>
    </main>
  )
}
