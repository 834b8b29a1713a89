import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { choiceHref } from './booking-choice.ts'
import type { FreePick } from './free-times.server.ts'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

type Props = { booking: Booking; mentor: ProfileData }

const picksShown = 6

/** Day and time of a free time. */
function wished(at: string) {
  const [date = '', time = ''] = at.split('T')
  return { date, time }
}

/** Times at which the mentor is free, for one class; another time can be wished in the fields below. */
export function FreePicks({ booking: { choice, change }, mentor }: Props) {
  const wanted = choice.plan === 'hourly' ? choice.hours * 60 : 60
  // A shared class has its own length.
  const fitting = mentor.free.picks.filter(([, , minutes, mode]) =>
    mode ? mode === choice.mode && minutes === wanted : minutes >= wanted,
  )
  if (fitting.length === 0) return null
  return (
    <fieldset>
      <legend className="field-label">{m.free_times()}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {fitting.slice(0, picksShown).map(([at, label]) => (
          <label key={at} className="choice">
            <input
              type="radio"
              name="at"
              value={at}
              checked={at === `${choice.date}T${choice.time}`}
              onChange={() => change(wished(at))}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The wished time was taken: others, chosen with one tap. */
export function InsteadOfTaken({
  booking: { choice, change, problem },
  mentor,
  instead,
}: Props & { instead: readonly FreePick[] }) {
  return (
    <>
      {problem?.message}
      <p className="mt-2 flex flex-wrap gap-2">
        {instead.map(({ at, label }) => (
          <LocalLink
            key={at}
            className="chip"
            to={choiceHref(`/mentors/${mentor.slug}`, { ...choice, ...wished(at) })}
            onClick={(event) => {
              event.preventDefault()
              change(wished(at))
            }}
          >
            {label}
          </LocalLink>
        ))}
      </p>
    </>
  )
}
