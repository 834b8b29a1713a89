import { m } from '#messages'
import { formatClock, formatDate } from '../ui/dates.tsx'
import { RadioChip } from '../ui/radio-chip.tsx'
import { fittingTimes } from './booking-choice.ts'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type TimePickProps = {
  form: string
  booking: Booking
  picks: readonly (readonly [at: string, label: string, ...rest: unknown[]])[]
}

/** Times to select with one tap; may be placed outside their form. */
export function TimePicks({ form, booking: { choice, change }, picks }: TimePickProps) {
  return (
    <>
      {picks.map(([at, label]) => (
        <RadioChip key={at} name="at" form={form} value={at} checked={at === choice.at} onChange={() => change({ at })}>
          {label}
        </RadioChip>
      ))}
    </>
  )
}

/** Label of a time that is not among the free ones, for example "Mon 30 Nov, 5:00 pm". */
export const pickText = (at: string): string => `${formatDate(at.slice(0, 10))}, ${formatClock(at.slice(11))}`

type Props = Omit<TimePickProps, 'picks'> & { mentor: ProfileData }

/** Free times for the first class; another time can be requested in the fields below. */
export function FreePicks({ form, booking, mentor }: Props) {
  const { choice, change } = booking
  const { free, texts } = mentor
  const fitting = fittingTimes(free.picks, choice)
  // A time offered after a refusal.
  const isOther = choice.at !== '' && !fitting.some(([at]) => at === choice.at)
  const picks = isOther ? [[choice.at, pickText(choice.at)] as const, ...fitting] : fitting
  if (picks.length === 0) return <p className="text-small text-muted">{texts.noTimes}</p>
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label mb-1">{m.book_first_class()}</legend>
      <div className="flex flex-wrap gap-1.5">
        <TimePicks form={form} booking={booking} picks={picks} />
        <RadioChip name="at" form={form} value="" checked={choice.at === ''} onChange={() => change({ at: '' })}>
          {texts.noPick}
        </RadioChip>
      </div>
      {choice.at !== '' && <p className="text-small text-muted">{texts.picked}</p>}
    </fieldset>
  )
}
