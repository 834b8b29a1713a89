import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { Refund } from '#contract/money/refunds.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { useToast } from '../../ui/toast.tsx'
import { heldCount, type ShownBooking } from '../kit/classes.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { useSharedFetcher } from '../kit/use-shared-fetcher.ts'

const isUnscheduled = ({ status, scheduleBy, isPaused }: ShownBooking, now: number) =>
  status === 'pending_schedule' && (isPaused || Date.parse(scheduleBy) <= now)
/** Unused balance with a suspended mentor. */
const hasUnusedBalance = (booking: ShownBooking) =>
  booking.status === 'scheduled' && booking.isPaused && heldCount(booking) < booking.lessonsPlanned

/**
 * Whether a refund can be requested: the mentor missed the deadline for the first class or is suspended, or money
 * returned to an ended booking. The server decides.
 */
export const canAskRefund = (booking: ShownBooking, refunds: readonly Refund[], now: number) =>
  (isUnscheduled(booking, now) || hasUnusedBalance(booking) || (booking.cameBack ?? 0) > 0) &&
  !refunds.some((one) => one.order === booking.order && one.status === 'requested')

const refundKey = 'refund'

/** Says that a refund was requested, and shows its status. */
export function useRefundRequested(): void {
  const toast = useToast()
  useSharedFetcher(refundKey, () => {
    toast({ title: m.refund_asked() })
    document.getElementById('refunds')?.scrollIntoView({ block: 'center' })
  })
}

type Props = {
  booking: ShownBooking
  refunds: readonly Refund[]
  now: number
  /** Nothing beside it says the amount. */
  hasAmount?: boolean
  /** Without a text of its own, a small button after the links of a row. */
  isInLine?: boolean
}

/** Asks for the refund of a booking where one is possible. Idempotent on the server, so it needs no request key. */
export function AskRefund({ booking, refunds, now, hasAmount = false, isInLine = false }: Props) {
  const { order, mentor, isPaused } = booking
  const cameBack = booking.cameBack ?? 0
  return order && canAskRefund(booking, refunds, now) ? (
    <RefundForm order={order} booking={booking._id} isInLine={isInLine && cameBack > 0}>
      {cameBack > 0 ? (
        hasAmount && (
          <p className="text-small">
            <span className="text-muted">{m.dash_balance_refundable()}</span>{' '}
            <Money rupees={cameBack} className="whitespace-nowrap text-[18px]" />
          </p>
        )
      ) : (
        <p className="max-w-prose">
          {(isPaused ? m.refund_paused_text : m.refund_ask_text)({ name: mentor.fullName })}
        </p>
      )}
    </RefundForm>
  ) : null
}

type FormProps = { order: string; booking: string; isInLine: boolean; children: ReactNode }

function RefundForm({ order, booking, isInLine, children }: FormProps) {
  const fetcher = useFetcher<FormResult>({ key: refundKey })
  const result = useResult(fetcher, 'refund', order)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="refund"
      of={order}
      result={result}
      className={isInLine ? 'my-3 ml-auto' : 'flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2'}
    >
      <input type="hidden" name="booking" value={booking} />
      {children}
      <Button
        type="submit"
        look="outline"
        loading={fetcher.formData?.get('of') === order}
        {...(!isInLine && { loadingText: m.dash_saving() })}
        className={isInLine ? 'min-h-11! px-4! text-small!' : 'px-3!'}
      >
        {m.refund_ask()}
      </Button>
    </DashboardForm>
  )
}
