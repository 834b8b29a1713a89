import type { Lesson } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { late } from '../../ui/late.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { canMove, isActive, type ShownBooking } from '../kit/classes.ts'
import { isPast, lessonState } from '../kit/lesson-state.ts'
import { ProposedTime } from '../kit/proposed-time.tsx'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import type { Side } from '../kit/timetable-text.ts'

const ProposalCard = late('change-cards', async () => (await import('../kit/change-cards.tsx')).ProposalCard)

type Props = {
  timetable: ShownTimetable
  side: Side
  now: number
  /** Link to change one lesson. */
  changeTo?: (lesson: Lesson) => string
}

/** As many as a phone shows at once. */
const most = 4

/** Upcoming lessons of a booking; later ones are folded. Nothing for a booking that is over. */
export function TimetableDates({ timetable, side, now, changeTo }: Props) {
  const coming = timetable.booking.lessons.filter((one) => !isPast(one, now))
  if (coming.length === 0 && !isActive(timetable.booking)) return null
  const list = (those: readonly Lesson[]) => (
    <ul className="divide-y divide-line border-line border-y">
      {those.map((lesson) => (
        <Row
          key={lesson._id}
          lesson={lesson}
          booking={timetable.booking}
          side={side}
          state={lessonState(lesson, timetable, side, now)}
          changeTo={canMove(lesson, now) ? changeTo?.(lesson) : undefined}
        />
      ))}
    </ul>
  )
  // The mentor withdraws a proposal in its row.
  const isOpen = side === 'mentor' && coming.slice(most).some(({ proposal }) => proposal?.by === side)
  return (
    <section className="mt-8" aria-labelledby="dates">
      <h2 id="dates" className="mb-3 text-section">
        {side === 'family' ? m.timetable_dates() : m.shell_classes()}
      </h2>
      {coming.length === 0 ? (
        <p className="text-muted">{m.timetable_none_coming()}</p>
      ) : (
        <>
          {list(coming.slice(0, most))}
          {coming.length > most && (
            <details open={isOpen}>
              <summary className="text-link min-h-11 py-2.5">{m.dash_sheet_all({ count: coming.length })}</summary>
              {list(coming.slice(most))}
            </details>
          )}
        </>
      )}
    </section>
  )
}

type RowProps = {
  lesson: Lesson
  booking: ShownBooking
  side: Side
  state: string | null
  changeTo: string | undefined
}

function Row({ lesson, booking, side, state, changeTo }: RowProps) {
  const at = formatDateTime(lesson.startsAt)
  const isCancelled = lesson.status === 'cancelled'
  const change = changeTo && (
    <LocalLink
      to={changeTo}
      preventScrollReset
      className="text-link inline-flex min-h-11 items-center"
      aria-label={m.timetable_change_of({ at })}
    >
      {m.timetable_change()}
    </LocalLink>
  )
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <div>
        <span className={isCancelled ? 'text-muted line-through' : 'font-semibold text-ink tabular-nums'}>{at}</span>
        <span className="block text-muted text-small">
          {[minutesText(lesson.minutes), state].filter(Boolean).join(', ')}
        </span>
        {/* A mentor answers it in a card of its own. */}
        {side === 'family' && <ProposedTime lesson={lesson} booking={booking._id} side={side} />}
      </div>
      {side === 'mentor' && lesson.proposal?.by === side ? (
        <ProposalCard one={{ booking, lesson }} side={side} look="outline" links={change ?? null} />
      ) : (
        change
      )}
    </li>
  )
}
