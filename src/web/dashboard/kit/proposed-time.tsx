import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { type ProposedFor, proposedText } from './proposed-times-text.ts'

type MarkProps = {
  lesson: ProposedFor
  side: Side
  /** Whether a narrow cell shows it small and without the icon. */
  isShort?: boolean
}

/** Another time proposed for a lesson: "6:30 pm proposed"; a warning only where this side has to answer. */
export function ProposedMark({ lesson, side, isShort = false }: MarkProps) {
  const text = proposedText(lesson, side, isShort)
  if (text === null) return null
  const tone = lesson.proposal?.by === side ? 'text-muted' : 'font-semibold text-warn'
  if (isShort) return <span className={`block text-caption tabular-nums ${tone}`}>{text}</span>
  return (
    <span className={`flex items-start gap-2 text-small tabular-nums ${tone}`}>
      <Icon name="clock" size={16} className="mt-0.5 flex-none" />
      {text}
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
