import { m } from '#messages'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type Picks = {
  form: string
  booking: Booking
  picks: readonly (readonly [at: string, label: string, ...rest: unknown[]])[]
}

/** Times to choose with one tap. They may stand outside the form they belong to. */
export function TimePicks({ form, booking: { choice, change }, picks }: Picks) {
  return (
    <div className="grid grid-cols-2 gap-x-3">
      {picks.map(([at, label]) => (
        <label key={at} className="choice">
          <input
            type="radio"
            name="at"
            form={form}
            value={at}
            checked={at === `${choice.date}T${choice.time}`}
            onChange={() => change({ date: at.slice(0, 10), time: at.slice(11) })}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}

type Props = Omit<Picks, 'picks'> & { mentor: ProfileData }

/** Times at which the mentor is free, for one class; another time can be wished in the fields below. */
export function FreePicks({ mentor, ...rest }: Props) {
  const { plan, hours, mode } = rest.booking.choice
  const wanted = plan === 'hourly' ? hours * 60 : 60
  // A shared class has its own length.
  const picks = mentor.free.picks.filter(([, , minutes, only]) =>
    only ? only === mode && minutes === wanted : minutes >= wanted,
  )
  return picks.length === 0 ? null : (
    <fieldset>
      <legend className="field-label">{m.free_times()}</legend>
      <TimePicks {...rest} picks={picks} />
    </fieldset>
  )
}
