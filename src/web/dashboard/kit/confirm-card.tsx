import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatDate, formatDateTime, instantOf, timeRange } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import type { ClassToConfirm } from './classes.ts'
import type { FormFetcher } from './dashboard-form.tsx'
import { classLine } from './labels.ts'
import { TickForm } from './tick-form.tsx'
import { useIsOnBooking } from './use-is-on-booking.ts'

type Props = {
  one: ClassToConfirm
  tick: FormFetcher
  problemTo: string
  /** Whether yes is the filled button of its screen. */
  isFirst?: boolean
}

/** Asks the family whether one marked lesson took place: the same card wherever it is asked. */
export function ConfirmCard({ one, ...asked }: Props) {
  const { booking, record } = one
  const isOnBooking = useIsOnBooking()
  return (
    <li className="card py-3.5!" tabIndex={-1} aria-label={markedTime(one)}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-h3 max-sm:text-[17px]!">{m.dash_did_it_happen()}</p>
        <p className="whitespace-nowrap">
          <span className="text-muted text-small">{m.dash_fee()}</span>{' '}
          <Money rupees={record.fee} className="text-[20px]" />
        </p>
      </div>
      <p className="font-semibold text-ink">{markedTime(one)}</p>
      {!isOnBooking && <p className="wrap-anywhere text-muted text-small">{classLine(booking)}</p>}
      <ConfirmAnswer one={one} {...asked} />
    </li>
  )
}

/** The two answers, and when the class is confirmed without one. */
export function ConfirmAnswer({ one, tick, problemTo, isFirst = true }: Props) {
  return (
    <div className="mt-2.5">
      <TickForm one={one} tick={tick} value>
        {(loading) => (
          <div className="grid gap-2 min-[340px]:grid-cols-2">
            <Button
              type="submit"
              look={isFirst ? 'filled' : 'outline'}
              loading={loading}
              loadingText={m.dash_saving()}
              className="px-1! max-sm:text-[15px]!"
            >
              {m.dash_yes()}
            </Button>
            <LocalLink to={problemTo} preventScrollReset className="btn btn-outline px-1! max-sm:text-[15px]! sm:px-4!">
              {m.dash_problem()}
            </LocalLink>
          </div>
        )}
      </TickForm>
      <p className="mt-1.5 text-muted text-small">{m.dash_no_answer({ when: formatDateTime(one.record.confirmBy) })}</p>
    </div>
  )
}

/** Formats recorded times: "Fri 20 Nov, 5:32 pm to 7:10 pm". */
export function markedTime({ record }: Pick<ClassToConfirm, 'record'>): string {
  return m.dash_date_times({
    date: formatDate(instantOf(record.date)),
    ...timeRange(formatClock(record.timeIn), formatClock(record.timeOut)),
  })
}
