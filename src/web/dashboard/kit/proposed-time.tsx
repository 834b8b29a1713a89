import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { type ProposedFor, proposedText, proposedWhen } from './proposed-times-text.ts'

/** Another time proposed for a lesson in a narrow cell: "6:30 pm proposed". */
export function ProposedMark({ lesson, side }: { lesson: ProposedFor; side: Side }) {
  const { startsAt, proposal } = lesson
  if (!proposal) return null
  return (
    <span className="block font-semibold text-warn tabular-nums">
      <Icon name="clock" size={14} className="mr-1 inline-block align-[-2px]" />
      <span aria-hidden="true">{m.change_time_proposed({ when: proposedWhen(startsAt, proposal.startsAt) })}</span>
      <span className="sr-only">{proposedText(lesson, side)}</span>
    </span>
  )
}

/** Another time proposed for a lesson, and where this side answers it. */
export function ProposedTime({ lesson, booking, side }: { lesson: ProposedFor; booking: string; side: Side }) {
  const text = proposedText(lesson, side)
  if (text === null) return null
  const isOwn = lesson.proposal?.by === side
  return (
    <p className={`text-small ${isOwn ? 'text-muted' : 'font-semibold text-warn'}`}>
      {text}
      {!isOwn && (
        <LocalLink to={`/bookings/${booking}#changes`} className="text-link -my-3 inline-block px-2 py-3">
          {m.dash_answer()}
        </LocalLink>
      )}
    </p>
  )
}
