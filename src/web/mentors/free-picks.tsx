import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { choiceHref } from './booking-choice.ts'
import type { FreePick } from './free-times.server.ts'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type Props = { booking: Booking; mentor: ProfileData }

const picksShown = 6

/** Times at which the mentor is free, for one class; another time can be wished in the fields below. */
export function FreePicks({ booking: { choice, change }, mentor }: Props) {
  const minutes = choice.plan === 'hourly' ? choice.hours * 60 : 60
  const fitting = mentor.free.picks.filter(
    (one) => one.minutes >= minutes && (one.mode === null || (one.mode === choice.mode && one.minutes === minutes)),
  )
  if (fitting.length === 0) return null
  return (
    <fieldset className="free-picks">
      <legend className="field-label">{m.free_choose()}</legend>
      {fitting.slice(0, picksShown).map(({ date, time, label }) => (
        <label key={label} className="choice">
          <input
            type="radio"
            name="at"
            value={`${date}T${time}`}
            checked={choice.date === date && choice.time === time}
            onChange={() => change({ date, time })}
          />
          <span>{label}</span>
        </label>
      ))}
      <p className="text-small text-muted">{m.free_or_own()}</p>
    </fieldset>
  )
}

/** The wished time was taken: others, chosen with one tap. */
export function InsteadOfTaken({ booking, mentor, instead }: Props & { instead: readonly FreePick[] }) {
  return (
    <>
      <p>{booking.problem?.message}</p>
      {instead.length > 0 && (
        <p className="free-times">
          {instead.map(({ date, time, label }) => (
            <LocalLink
              key={label}
              to={choiceHref(`/mentors/${mentor.slug}`, { ...booking.choice, date, time })}
              onClick={(event) => {
                event.preventDefault()
                booking.change({ date, time })
              }}
            >
              {label}
            </LocalLink>
          ))}
        </p>
      )}
    </>
  )
}
