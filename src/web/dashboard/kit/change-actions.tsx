import type { Lesson } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { type DatedClass, isDisputed } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { classLine } from './labels.ts'

export type Side = 'family' | 'mentor'

/** Actions a side has for an upcoming lesson. The server decides. */
export function ChangeActions({ lesson, side, now }: { lesson: Lesson; side: Side; now: number }) {
  const { to } = useDialogAddress()
  if (lesson.status !== 'scheduled' || lesson.change) return null
  const startsAt = Date.parse(lesson.startsAt)
  const hasBegun = startsAt <= now
  const actions = [
    !hasBegun && ([to('propose', lesson._id), m.change_propose()] as const),
    (!hasBegun || side === 'mentor') && ([to('cancel', lesson._id), m.change_cancel()] as const),
    Date.parse(lesson.noShowFrom) <= now &&
      ([to('absent', lesson._id), side === 'family' ? m.change_absent_family() : m.change_absent_mentor()] as const),
  ].filter((one) => one !== false)
  if (actions.length === 0) return null
  return (
    <div className="mt-5 grid gap-3">
      {actions.map(([address, words]) => (
        <LocalLink key={words} to={address} preventScrollReset className="btn btn-outline">
          {words}
        </LocalLink>
      ))}
    </div>
  )
}

/** Result of a cancelled or missed lesson, as a sentence. */
export function ChangeState({ one: { lesson }, side }: { one: DatedClass; side: Side }) {
  const { change } = lesson
  if (!change || change.status === 'open') return null
  if (change.status === 'objected') return isDisputed(lesson) ? <p className="mt-4">{m.change_objected()}</p> : null
  const isOwn = change.causedBy === side
  const [own, others] =
    change.kind === 'cancel'
      ? [
          m.change_was_cancelled_by_you,
          side === 'family' ? m.change_was_cancelled_by_mentor : m.change_was_cancelled_by_family,
        ]
      : [m.change_was_missed_by_you, side === 'family' ? m.change_was_missed_by_mentor : m.change_was_missed_by_family]
  const cost = change.fee > 0 ? m.change_cost({ amount: formatRupees(change.fee) }) : m.change_cost_none()
  const owed = change.credit > 0 ? m.change_owed({ time: minutesText(change.credit) }) : ''
  return <p className="mt-4">{[(isOwn ? own : others)(), cost, owed].filter(Boolean).join(' ')}</p>
}

/** Dialog heading with the person and, `isDated`, the time of the lesson. */
export function ClassHead({
  one: { booking, lesson },
  side,
  isDated = true,
  isNamed = true,
}: {
  one: DatedClass
  side: Side
  isDated?: boolean
  /** Whether subject and people are named. */
  isNamed?: boolean
}) {
  const when = formatDateTime(lesson.startsAt)
  const length = <span className="whitespace-nowrap">{minutesText(lesson.minutes)}</span>
  if (!isNamed)
    return (
      isDated && (
        <p className="font-semibold text-ink">
          {when}, {length}
        </p>
      )
    )
  return (
    <div>
      {isDated && <p className="font-semibold text-ink">{when}</p>}
      <p className="text-muted text-small">
        {side === 'family' ? classLine(booking) : [booking.subjectName, booking.student].join(', ')}, {length}
      </p>
    </div>
  )
}
