import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { availabilityPath } from '../kit/availability-path.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { DoneNotice } from '../kit/done-notice.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { availabilityKey } from '../kit/use-saved-hours.ts'
import type { ShownLeave } from './leave.server.ts'
import { LeaveClassChoice } from './leave-class.tsx'
import { leaveDates } from './leave-list.tsx'

/** Lessons during leave: each is rescheduled or cancelled. */
export function LeaveDecisions({ leave }: { leave: ShownLeave }) {
  const fetcher = useFetcher<FormResult>({ key: availabilityKey })
  const result = useResult(fetcher, 'decide', leave._id)
  const { classes, classCount } = leave
  return (
    <>
      <PageHeading
        back={{ to: availabilityPath(), label: m.hours_title() }}
        title={m.leave_classes_title()}
        text={leaveDates(leave)}
      />
      <DoneNotice />
      {classes.length === 0 ? (
        <EmptyState title={m.leave_no_class()} text={m.leave_no_class_text()} />
      ) : (
        <DashboardForm
          fetcher={fetcher}
          intent="decide"
          of={leave._id}
          result={result}
          className="grid max-w-[680px] gap-4"
        >
          <p>{m.leave_classes_text()}</p>
          {classes.map((one) => (
            <LeaveClassChoice
              key={`${one._id} ${one.near} ${one.proposal}`}
              one={one}
              error={result?.fields[`do-${one._id}`]}
            />
          ))}
          {classCount > classes.length && <p>{m.leave_more({ count: classCount - classes.length })}</p>}
          <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
            {m.leave_decide()}
          </Button>
        </DashboardForm>
      )}
    </>
  )
}
