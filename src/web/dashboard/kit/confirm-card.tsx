import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatDate, formatDateTime, instantOf } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { Portrait } from '../../ui/photo.tsx'
import type { MarkedClass } from './classes.ts'
import type { FormFetcher } from './dashboard-form.tsx'
import { TickForm } from './tick-form.tsx'

type Props = { one: MarkedClass; tick: FormFetcher; problemTo: string; isShort?: boolean | undefined }

/** Asks the family to confirm one marked lesson. `isShort`: phones do not ask about adults at home. */
export function ConfirmCard({ one, tick, problemTo, isShort = false }: Props) {
  const { booking, record } = one
  return (
    <li className="card" tabIndex={-1} aria-label={markedTime(one)}>
      <div className="flex items-start gap-3">
        <Portrait
          src={booking.mentor.profilePhoto}
          name={booking.mentor.fullName}
          width={44}
          className="self-start max-sm:hidden"
        />
        <div className="min-w-0 grow">
          <p className="font-semibold text-ink">{markedTime(one)}</p>
          <p className="text-muted text-small">
            {booking.subjectName}, {record.topic}
          </p>
          <p className="text-muted text-small">
            {m.dash_student_with({ student: booking.student, mentor: booking.mentor.fullName })}
          </p>
        </div>
        <Money rupees={record.fee} className="whitespace-nowrap text-[20px]" />
      </div>
      <div
        className={`mt-3 grid items-end gap-2 ${isShort ? 'min-[340px]:grid-cols-[1fr_auto]' : 'sm:grid-cols-[1fr_auto]'}`}
      >
        <TickForm one={one} tick={tick} value isShort={isShort}>
          {(loading) => (
            <Button
              type="submit"
              wide
              loading={loading}
              loadingText={m.dash_saving()}
              icon={<Icon name="check" size={22} className="max-sm:hidden" />}
              className="px-2!"
            >
              {m.dash_yes()}
            </Button>
          )}
        </TickForm>
        <LocalLink to={problemTo} preventScrollReset className="btn btn-outline px-2!">
          {m.dash_problem()}
        </LocalLink>
      </div>
      <p className="mt-2 text-muted text-small">{m.dash_no_answer({ when: formatDateTime(record.confirmBy) })}</p>
    </li>
  )
}

/** Formats recorded times: "Fri 20 Nov, 5:32 pm to 7:10 pm". */
export function markedTime({ record }: MarkedClass): string {
  return m.dash_date_times({
    date: formatDate(instantOf(record.date)),
    from: formatClock(record.timeIn),
    to: formatClock(record.timeOut),
  })
}
