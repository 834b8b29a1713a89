import { m } from '#messages'
import { planName } from '../../plan-name.ts'
import { LocalLink } from '../../ui/link.tsx'
import { confirmedCount, isActive, type ShownBooking } from './classes.ts'
import { subjectLine } from './labels.ts'

/** A booking that ended stays in view as long as this. */
const shownMs = 30 * 86_400_000

/** Bookings to renew: near their end, or over not long ago. */
export const toRenew = (bookings: readonly ShownBooking[], now: number): ShownBooking[] =>
  bookings.filter(
    (one) => one.canRenew && (isActive(one) || one.lessons.some(({ endsAt }) => Date.parse(endsAt) > now - shownMs)),
  )

/** Bookings near their end, each with a link to its renewal. */
export function RenewList({ bookings }: { bookings: readonly ShownBooking[] }) {
  if (bookings.length === 0) return null
  return (
    <section aria-labelledby="renewals">
      <h2 id="renewals" className="mb-2 text-section lg:mb-3">
        {m.renew_prompt_title()}
      </h2>
      <ul className="grid gap-3">
        {bookings.map((booking) => {
          const { _id, subjectName, student, plan, mentor, lessonsPlanned } = booking
          const count = { held: confirmedCount(booking), all: lessonsPlanned, name: mentor.fullName }
          return (
            <li key={_id} className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-semibold text-ink">{[subjectLine(booking), planName(plan)].join(', ')}</p>
                <p className="text-muted text-small">{m.renew_prompt(count)}</p>
              </div>
              <LocalLink
                to={`/bookings/${_id}?renew=1#renew`}
                aria-label={`${m.renew_monthly()}: ${subjectName}, ${student}`}
                className="btn btn-outline max-sm:w-full"
              >
                {m.renew_monthly()}
              </LocalLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
