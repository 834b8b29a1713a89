import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { type ProposedFor, proposedText } from './proposed-times-text.ts'

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
