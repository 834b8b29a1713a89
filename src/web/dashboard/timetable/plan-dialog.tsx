import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { useSharedResult } from '../kit/use-change-result.ts'
import { unscheduledItems } from './unscheduled-list.tsx'

const PlanForm = late('plan-form', async () => (await import('./plan-form.tsx')).PlanForm)

export const planKey = 'plan'
type Props = { timetable: ShownTimetable; now: number; formKey: string }

/** Dialog to plan one lesson from a credit or unplanned time. The URL opens it. */
export function PlanDialog({ timetable, now, formKey }: Props) {
  const { idOf, close } = useDialogAddress()
  const one = unscheduledItems(timetable, 'mentor').find(({ id }) => id === idOf('plan'))
  useSharedResult({ key: planKey, titles: { plan: m.dash_saved_schedule }, close, isShown: () => one !== undefined })
  return (
    <AddressDialog open={one !== undefined} title={m.timetable_plan_one()} onClose={close}>
      {one && <PlanForm one={one} timetable={timetable} now={now} formKey={formKey} />}
    </AddressDialog>
  )
}
