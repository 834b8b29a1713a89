import { useFetcher } from 'react-router'
import type { Refund } from '#contract/refunds.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import type { ShownBooking } from './classes.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'

/** Whether a booking's money may be asked back: its mentor let the days for the first class pass. The server decides. */
export const canAskRefund = ({ status, scheduleBy, order }: ShownBooking, refunds: readonly Refund[], now: number) =>
  status === 'pending_schedule' &&
  Date.parse(scheduleBy) <= now &&
  !refunds.some((one) => one.order === order && one.status === 'requested')

/** Asks for the money of a booking that got no class. Asking twice changes nothing, so it needs no key. */
export function AskRefund({ order, mentorName }: { order: string; mentorName: string }) {
  const fetcher = useFetcher<FormResult>({ key: `refund-${order}` })
  const result = useResult(fetcher, 'refund', order)
  return (
    <DashboardForm fetcher={fetcher} intent="refund" of={order} result={result} className="grid w-full gap-3">
      <p className="max-w-prose">{m.refund_ask_text({ name: mentorName })}</p>
      <Button
        type="submit"
        look="outline"
        loading={fetcher.state !== 'idle'}
        loadingText={m.dash_saving()}
        className="justify-self-start"
      >
        {m.refund_ask()}
      </Button>
    </DashboardForm>
  )
}
