import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { longName } from '../../ui/long-name.ts'
import { Portrait } from '../../ui/photo.tsx'
import { type DatedClass, upcomingClasses } from '../kit/classes.ts'
import { nextClassText, whenText } from '../kit/labels.ts'
import { stepOf } from '../kit/next-step.ts'
import { proposedText, proposedWhen } from '../kit/proposed-times-text.ts'
import type { LineProps } from './booking-lines.tsx'

/** "Next class: tomorrow, 5:30 pm", or "Tomorrow, 5:30 pm (you proposed 6:30 pm)". */
function comingText({ lesson }: DatedClass, now: number): string {
  const { proposal, startsAt } = lesson
  const when = whenText(startsAt, now)
  if (!proposal) return nextClassText(when)
  return proposal.by === 'mentor'
    ? m.booking_next_proposed({ next: when, when: proposedWhen(startsAt, proposal.startsAt) })
    : `${when} (${proposedText(lesson, 'mentor')})`
}

/** A mentor's booking: student, subject, next step and next class, as a link to its page. */
export function StudentLine({ booking, now }: LineProps) {
  const { _id, student, subjectName, className } = booking
  const { kind, text, isOpen } = stepOf(booking, 'mentor', now)
  const [next] = upcomingClasses([booking], now)
  const coming = next && comingText(next, now)
  return (
    <li>
      <LocalLink to={`/bookings/${_id}`} className="flex min-h-15 items-center gap-3 px-4 py-3 hover:bg-sunk lg:px-5">
        <span aria-hidden="true" className="flex-none">
          <Portrait src={null} name={student} width={40} />
        </span>
        <span className="min-w-0 grow gap-x-4 @min-[560px]:flex @min-[560px]:items-center @min-[560px]:justify-between">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 @min-[560px]:block">
            <b className={`${longName(student)} text-ink leading-5 [&:lang(hi)]:leading-snug`}>{student}</b>
            <span className="text-muted text-small">{[className, subjectName].filter(Boolean).join(', ')}</span>
          </span>
          <span className="block text-small @min-[560px]:max-w-3/5 @min-[560px]:flex-none @min-[560px]:text-right">
            <span
              className={`block text-balance ${isOpen || kind === 'disputed' ? 'font-semibold text-warn' : 'text-muted'}`}
            >
              {kind === 'next-class' && coming ? coming : text}
            </span>
            {coming && kind !== 'next-class' && <span className="block text-muted @max-[560px]:hidden">{coming}</span>}
          </span>
        </span>
        <Icon name="chevron-right" size={20} className="flex-none text-muted" />
      </LocalLink>
    </li>
  )
}
