import { useFetcher } from 'react-router'
import { ownAvailability } from '#contract/classes/availability.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { byIntent, readForm } from '../../form.server.ts'
import { localHref } from '../../locale.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { availabilityPath } from '../kit/availability-path.ts'
import { useBackLink } from '../kit/back-link.ts'
import { DoneNotice } from '../kit/done-notice.tsx'
import { type FormResult, formResult } from '../kit/form-result.ts'
import { UnsavedChanges } from '../kit/unsaved-changes.tsx'
import { useNow } from '../kit/use-now.ts'
import { availabilityKey, useSavedHours } from '../kit/use-saved-hours.ts'
import { MentorWithoutApplication, WrongRole } from '../kit/wrong-role.tsx'
import { WeekForm } from '../timetable/week-form.tsx'
import type { Route } from './+types/availability-page.ts'
import { availabilityForms } from './availability.server.ts'
import { DateExceptions } from './date-exceptions.tsx'
import { loadLeave, submitDecisions } from './leave.server.ts'
import { LeaveDecisions } from './leave-decisions.tsx'
import { LeaveList } from './leave-list.tsx'

export { clientAction } from '../kit/lost-result.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, new URL(request.url))
  const nothing = { viewer, own: null, leave: null }
  if (viewer.userType !== 'mentor' || viewer._id === null) return nothing
  if (params.leave) return { ...nothing, leave: await loadLeave(context, params.leave) }
  return { ...nothing, own: { ...(await readApi(context, ownAvailability)).data, now: Date.now() } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  if (params.leave) return await submitDecisions(context, form, localHref(availabilityPath(params.leave)))
  return formResult(form, await byIntent(form, availabilityForms(context, form)), localHref(availabilityPath()))
}

export function meta() {
  return [{ title: `${m.hours_title()} - ${m.brand_name()}` }]
}

/** Weekly hours, date exceptions and leave of a mentor, or the lessons during one leave. */
export default function AvailabilityPage({ loaderData: { viewer, own, leave } }: Route.ComponentProps) {
  useSavedHours(own?.days ?? [], localHref(availabilityPath()))
  if (!own && !leave)
    return viewer.userType === 'mentor' ? <MentorWithoutApplication /> : <WrongRole viewer={viewer} wanted="mentor" />
  return (
    <main className="page-width pb-12">
      {own && <OwnAvailability {...own} />}
      {leave && <LeaveDecisions leave={leave} />}
    </main>
  )
}

type Own = NonNullable<Route.ComponentProps['loaderData']['own']>

function OwnAvailability({ version, week, confirmsFirst, days, leave, now: loaded }: Own) {
  const now = useNow(loaded)
  const { data } = useFetcher<FormResult>({ key: availabilityKey })
  return (
    <>
      <PageHeading
        back={useBackLink('mentor', { to: '/dashboard/mentor/calendar', label: m.calendar_title() })}
        title={m.hours_title()}
        text={m.hours_text()}
      />
      <DoneNotice />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:gap-x-8">
        <UnsavedChanges key={version} result={data?.intent === 'week' ? data : undefined}>
          <WeekForm version={version} week={week} confirmsFirst={confirmsFirst} />
        </UnsavedChanges>
        <div className="grid gap-4">
          <LeaveList leave={leave} now={now} />
          <DateExceptions days={days} now={now} />
        </div>
      </div>
    </>
  )
}
