import type { Availability } from '#contract/classes/availability.ts'
import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { availabilityPath } from '../kit/availability-path.ts'
import { hoursText } from '../kit/hours-text.ts'
import { leaveDates } from './leave-list.tsx'

type ExceptionsProps = {
  /** Leave has no `hours`. */
  exceptions: readonly { from: string; to: string; hours: Availability['days'][number]['hours'] | null }[]
}

/** Coming leave and dates with other hours. */
export function WeekExceptions({ exceptions }: ExceptionsProps) {
  if (exceptions.length === 0) return null
  return (
    <section aria-labelledby="exceptions" className="mt-8">
      <h2 id="exceptions" className="mb-3 text-section">
        {m.calendar_exceptions()}
      </h2>
      <ul className="card divide-y divide-line overflow-hidden p-0!">
        {exceptions.map(({ from, to, hours }) => (
          <li key={from + (hours ? '' : ' leave')}>
            <LocalLink to={availabilityPath()} className="flex min-h-12 items-center gap-x-3 px-4 py-2 hover:bg-sunk">
              <b className="min-w-0 grow text-ink">{leaveDates({ from, to })}</b>
              <span className="text-right text-muted text-small">
                {hours ? hoursText(hours) || m.hours_none() : m.leave_title()}
              </span>
              <Icon name="chevron-right" size={20} className="flex-none text-muted" />
            </LocalLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
