import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'
import type { Side } from './change-actions.tsx'
import { type ProposedFor, proposedText } from './proposed-times-text.ts'

/** Another time proposed for a lesson, and where this side answers it. */
export function ProposedTime({ lesson, booking, side }: { lesson: ProposedFor; booking: string; side: Side }) {
  const text = proposedText(lesson, side)
  if (text === null) return null
  return (
    <p className="font-semibold text-small text-warn">
      {text}
      {lesson.proposal?.by !== side && (
        <LocalLink to={`/bookings/${booking}#changes`} className="text-link -my-3 inline-block px-2 py-3">
          {m.dash_answer()}
        </LocalLink>
      )}
    </p>
  )
}
