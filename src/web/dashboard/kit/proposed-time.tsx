import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { type ProposedFor, proposedText, proposedWhen } from './proposed-times-text.ts'

type MarkProps = {
  lesson: ProposedFor
  side: Side
  /** Whether a narrow cell shows no more than "6:30 pm proposed". */
  isShort?: boolean
}

/** Another time proposed for a lesson: "6:30 pm proposed, awaiting reply". */
export function ProposedMark({ lesson, side, isShort = false }: MarkProps) {
  const { startsAt, proposal } = lesson
  const text = proposedText(lesson, side)
  if (!proposal || text === null) return null
  if (!isShort)
    return (
      <span className="flex items-start gap-2 font-semibold text-small text-warn tabular-nums">
        <Icon name="clock" size={16} className="mt-0.5 flex-none" />
        {text}
      </span>
    )
  return (
    <span
      className={`block text-caption tabular-nums ${proposal.by === side ? 'text-muted' : 'font-semibold text-warn'}`}
    >
      <span aria-hidden="true">{m.change_time_proposed({ when: proposedWhen(startsAt, proposal.startsAt) })}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Another time proposed for a lesson, and where this side answers it. */
export function ProposedTime({ lesson, booking, side }: { lesson: ProposedFor; booking: string; side: Side }) {
  if (!lesson.proposal) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <ProposedMark lesson={lesson} side={side} />
      {lesson.proposal.by !== side && (
        <LocalLink
          to={`/bookings/${booking}#changes`}
          className="text-link -my-3 inline-block py-3 font-semibold text-small"
        >
          {m.dash_answer()}
        </LocalLink>
      )}
    </div>
  )
}
