import { data, useFetcher } from 'react-router'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { localHref } from '../locale.ts'
import { orLost } from '../lost-connection.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Route } from './+types/leave-page.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import { DoneNotice } from './done-notice.tsx'
import { type FormResult, formResult, lostResult, textOf } from './form-result.ts'
import { decideAll, loadLeave } from './leave.server.ts'
import { LeaveClassChoice } from './leave-class.tsx'
import { leaveDates } from './leave-list.tsx'
import { WrongRole } from './wrong-role.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url))
  if (viewer.userType !== 'mentor' || viewer._id === null) return { viewer, leave: null }
  return { viewer, leave: await loadLeave(context, params.leave) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const back = localHref(`/dashboard/mentor/leave/${params.leave}`)
  const refused = await decideAll(context, form)
  const done = formResult(form, textOf(form, 'of'), { ok: true }, back)
  const count = Object.keys(refused).length
  if (count === 0) return done
  const result: FormResult = {
    ...{ intent: 'decide', of: textOf(form, 'of'), ok: false, fields: refused, values: {}, nextKey: '' },
    problem: m.leave_some_failed(),
  }
  return form.has('plain') ? data(result, { status: 409 }) : result
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return await orLost(serverAction, () => lostResult(form))
}

export function meta() {
  return [{ title: `${m.leave_title()} - ${m.brand_name()}` }]
}

/** Classes that fall into leave: another time for each, or it is cancelled. */
export default function LeavePage({ loaderData: { viewer, leave } }: Route.ComponentProps) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, 'decide', leave?._id ?? '')
  if (!leave) return <WrongRole viewer={viewer} wanted="mentor" />
  const { list, classes } = leave
  return (
    <main className="page-width max-w-[760px] pb-12">
      <PageHeading
        back={{ to: '/dashboard/mentor/availability', label: m.hours_title() }}
        title={m.leave_classes_title()}
        text={leaveDates(leave)}
      />
      <DoneNotice />
      {list.length === 0 ? (
        <EmptyState title={m.leave_no_class()} text={m.leave_no_class_text()} />
      ) : (
        <DashboardForm
          fetcher={fetcher}
          intent="decide"
          of={leave._id}
          result={result}
          onDone={() => toast({ title: m.leave_decided() })}
          className="grid gap-4"
        >
          <p>{m.leave_classes_text()}</p>
          {list.map((one) => (
            <LeaveClassChoice key={one._id} one={one} error={result?.fields[`do-${one._id}`]} />
          ))}
          {classes > list.length && <p>{m.leave_more({ count: classes - list.length })}</p>}
          <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
            {m.leave_decide()}
          </Button>
        </DashboardForm>
      )}
    </main>
  )
}
