import { useLocation } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { longName } from '../../ui/long-name.ts'
import { Portrait } from '../../ui/photo.tsx'
import { isActive, type ShownBooking, upcomingClasses } from '../kit/classes.ts'
import { badgeOf, nextClassText, peopleLine, whenText } from '../kit/labels.ts'
import { stepOf } from '../kit/next-step.ts'
import { proposedText, proposedWhen } from '../kit/proposed-times-text.ts'

type Props = { booking: ShownBooking; side: 'family' | 'mentor'; now: number }

/** "Next class: tomorrow, 5:30 pm", or for the mentor "Tomorrow, 5:30 pm · you proposed 6:30 pm". */
function comingText(lesson: ReturnType<typeof upcomingClasses>[number]['lesson'], when: string): string {
  const { proposal, startsAt } = lesson
  if (!proposal) return nextClassText(when)
  return proposal.by === 'mentor'
    ? m.booking_next_proposed({ next: when, when: proposedWhen(startsAt, proposal.startsAt) })
    : `${when} · ${proposedText(lesson, 'mentor')}`
}

/** One booking of a list: its person, subject and next step, as a link to its page. */
export function BookingLine({ booking, side, now }: Props) {
  const { _id, mentor, student, subjectName, className, status } = booking
  const [name, facts] = side === 'family' ? [subjectName, [peopleLine(booking)]] : [student, [className, subjectName]]
  const { kind, text, isOpen } = stepOf(booking, side, now)
  const [next] = side === 'mentor' ? upcomingClasses([booking], now) : []
  const when = next && whenText(next.lesson.startsAt, now)
  const coming = next && when && comingText(next.lesson, when)
  const isWarned = isOpen || kind === 'disputed'
  // In wide columns a family sees an open state as a chip.
  const isChip = side === 'family' && isWarned
  return (
    <li>
      <LocalLink
        to={`/bookings/${_id}`}
        className={`flex min-h-15 items-center gap-3 px-4 hover:bg-sunk sm:py-3 lg:px-5 ${side === 'mentor' ? 'py-3' : 'py-1.75'}`}
      >
        <span aria-hidden="true" className="flex-none">
          <Portrait
            src={side === 'family' ? mentor.profilePhoto : null}
            name={side === 'family' ? mentor.fullName : student}
            width={40}
          />
        </span>
        <span
          className={`min-w-0 grow ${side === 'mentor' ? 'gap-x-4 @min-[560px]:flex @min-[560px]:items-center @min-[560px]:justify-between' : ''}`}
        >
          <span className="block min-w-0">
            <b className={`${longName(name)} text-ink leading-5 [&:lang(hi)]:leading-snug`}>{name}</b>
            <span className="block text-muted text-small">{facts.filter(Boolean).join(', ')}</span>
          </span>
          <span
            className={`block text-small ${side === 'mentor' ? '@min-[560px]:max-w-3/5 @min-[560px]:flex-none @min-[560px]:text-right' : ''}`}
          >
            <span
              className={`block ${isWarned ? 'font-semibold text-warn' : 'text-muted'} ${isChip ? '@min-[560px]:hidden' : ''}`}
            >
              {kind === 'next-class' && coming ? coming : text}
            </span>
            {coming && kind !== 'next-class' && <span className="block text-muted">{coming}</span>}
          </span>
        </span>
        {side === 'family' && (isWarned || status === 'scheduled' || status === 'pending_schedule') && (
          <span className="hidden flex-none @min-[560px]:block">
            {isChip ? (
              <span className="badge badge-wait">
                <Icon name="circle-question-mark" />
                {text}
              </span>
            ) : (
              <Badge kind={badgeOf(status)} />
            )}
          </span>
        )}
        <Icon name="chevron-right" size={20} className="flex-none text-muted" />
      </LocalLink>
    </li>
  )
}

type ListProps = Omit<Props, 'booking'> & {
  bookings: readonly ShownBooking[]
  /** Page count for Show more; null at the end. */
  morePages: number | null
  /** How many active ones are shown; the others are folded. */
  most?: number
  /** On phones they are shown when opened, if some are folded. */
  isShort?: boolean
}

/** A line for each booking: active ones first, past ones folded. */
export function BookingLines({ bookings, side, now, morePages, most, isShort = false }: ListProps) {
  const { pathname } = useLocation()
  const lines = (those: readonly ShownBooking[]) => (
    <ul className={`card @container divide-y divide-line overflow-hidden p-0! ${isShort ? 'short-on-phones' : ''}`}>
      {those.map((booking) => (
        <BookingLine key={booking._id} booking={booking} side={side} now={now} />
      ))}
    </ul>
  )
  const active = bookings.filter(isActive)
  const past = bookings.filter((one) => !isActive(one))
  // What needs an answer comes first, then what waits for a time.
  const rankOf = (one: ShownBooking) => (stepOf(one, side, now).isOpen ? 2 : one.status === 'pending_schedule' ? 1 : 0)
  if (most !== undefined) active.sort((a, b) => rankOf(b) - rankOf(a))
  const folded = [...active.slice(most ?? active.length), ...past]
  const hidden = isShort ? active.slice(0, most).length : 0
  return (
    <>
      {active.length > 0 && lines(active.slice(0, most))}
      {folded.length > 0 && (
        <details className={side === 'mentor' ? 'mt-3' : 'lg:mt-3'} open={active.length === 0}>
          <summary className="text-link min-h-11 py-2.5">
            <span className={hidden > 0 ? 'max-lg:hidden' : ''}>
              {past.length === folded.length
                ? m.booking_past({ count: past.length })
                : m.booking_more({ count: folded.length })}
            </span>
            {hidden > 0 && <span className="lg:hidden">{m.booking_all({ count: folded.length + hidden })}</span>}
          </summary>
          {lines(folded)}
        </details>
      )}
      {morePages !== null && (
        <LocalLink to={`${plainPath(pathname)}?shown=${morePages}`} preventScrollReset className="btn btn-outline mt-4">
          {m.dash_show_more()}
        </LocalLink>
      )}
    </>
  )
}
