import { planMonths } from '#contract/classes/plans.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { planName } from '../../plan-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { type LessonSign, Register, RegisterLegend } from '../../ui/register.tsx'
import { confirmedCount, restCount, type ShownBooking } from '../kit/classes.ts'
import { monthName, subjectLine } from '../kit/labels.ts'
import type { Side } from '../kit/timetable-text.ts'
import { useIsOnBooking } from '../kit/use-is-on-booking.ts'
import { cellsOf, monthsOf, monthToShow } from './register-months.ts'

type Props = {
  booking: ShownBooking
  nextId: string | undefined
  now: number
  lessonTo: (lessonId: string) => string
  side?: Side
}

/** Progress of a plan: lessons held, balance, and this month's lessons as signs. */
export function BookingRegister({ booking, nextId, now, lessonTo, side = 'family' }: Props) {
  const { _id, plan, lessonsPlanned, money, lessons, price, minutes } = booking
  const signFor = (sign: LessonSign) => (side === 'mentor' && sign === 'confirm' ? 'await' : sign)
  const all = monthsOf(cellsOf(lessons, nextId).map((cell) => ({ ...cell, sign: signFor(cell.sign) })))
  // A month's plan may span two months; packages show the current month and link to the rest.
  const shown =
    planMonths[plan] > 1 ? all.filter(({ month }) => month === monthToShow(all, dateInIndia(new Date(now)))) : all
  const rest = restCount(booking)
  // Those of a package are in months that are not shown.
  const open = planMonths[plan] > 1 ? 0 : rest
  const charged = side === 'family' ? lessons.filter((one) => one.settled && one.status !== 'held' && one.fee > 0) : []
  const fees = formatRupees(charged.reduce((sum, { fee }) => sum + fee, 0))
  const cells = shown.flatMap((one) => one.cells)
  const month = [...new Set([shown[0], shown.at(-1)].flatMap((one) => (one ? monthName(one.month) : [])))].join('–')
  const isOnBooking = useIsOnBooking()
  const [before, after] = m.dash_of_all({ held: '§', all: lessonsPlanned }).split('§')
  const whose = subjectLine(booking)
  const title = month ? `${whose}, ${month}` : whose
  return (
    <section className="hanging" aria-label={title}>
      <p className="wrap-anywhere text-muted first-letter:uppercase max-sm:text-small">
        {!isOnBooking && whose + (month && ', ')}
        <span className="whitespace-nowrap">{month || (isOnBooking && planName(plan))}</span>
      </p>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="amount mt-1 font-semibold text-[20px]">
          {before}
          <span className="text-[36px] font-bold">{confirmedCount(booking)}</span>
          {after}
        </p>
        {money && (
          <div className="ml-auto text-right">
            <p className="amount text-[22px]">{m.dash_money_left({ amount: formatRupees(money.unheld) })}</p>
            {money.unheld > 0 && (
              <p className="text-muted text-small">{minutesText(Math.round((money.unheld / price) * minutes))}</p>
            )}
          </div>
        )}
      </div>
      <div className="@container">
        <Register label={title} cells={cells} to={lessonTo} open={open} />
      </div>
      <RegisterLegend cells={cells}>
        {rest > 0 && (
          <span className="inline-flex items-center gap-1">
            <Icon name="plus" size={18} className="rounded-[5px] border border-current border-dashed" />
            {m.dash_to_schedule({ count: rest })}
          </span>
        )}
      </RegisterLegend>
      {charged[0] && (
        <p className="-mt-1 -mb-3 text-muted text-small">
          {m.dash_money_charged()}:{' '}
          <LocalLink
            to={lessonTo(charged[0]._id)}
            preventScrollReset
            className="text-link inline-flex min-h-11 items-center"
            aria-label={`${m.dash_money_charged()}: ${fees}`}
          >
            {fees}
          </LocalLink>
        </p>
      )}
      {shown.length < all.length && (
        <LocalLink to={`/bookings/${_id}#dates`} className="text-link mt-1 inline-flex min-h-11 items-center">
          {m.dash_all_classes({ count: lessonsPlanned })}
        </LocalLink>
      )}
    </section>
  )
}
