import type { ReactNode } from 'react'
import type { Lesson } from '#contract/classes/bookings.ts'
import { late } from '../../ui/late.tsx'
import type { Side } from './change-actions.tsx'
import { canAnswer, isDisputed, type ShownBooking } from './classes.ts'
import { byDue, dueAt, never } from './due.ts'

const ChangeCards = late('change-cards', async () => (await import('./change-cards.tsx')).ChangeCards)

const isObjected = (lesson: Lesson) => lesson.change?.status === 'objected' && isDisputed(lesson)
const answerBy = ({ proposal, change, endsAt }: Lesson) => proposal?.answerBy ?? change?.answerBy ?? endsAt

/** Open reschedule proposals, absence reports and first-lesson proposals, by the deadline of this side's answer. */
export function openChanges(active: readonly ShownBooking[], side: Side) {
  const classes = active
    .flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
    .filter(({ lesson }) => lesson.proposal || lesson.change?.status === 'open' || isObjected(lesson))
    .map((one) => ({ ...one, due: canAnswer(one.lesson, side) ? dueAt(answerBy(one.lesson)) : never }))
  const asked = active.flatMap((booking) => {
    const { proposal } = booking
    return proposal ? [{ booking, proposal, due: side === 'family' ? dueAt(proposal.answerBy) : never }] : []
  })
  return [...asked, ...classes].sort(byDue)
}
export type Changes = ReturnType<typeof openChanges>

/** Whether a change waits for the other side, such as a proposal of its own. */
export const isOwnChange = (one: Changes[number], side: Side): boolean =>
  'proposal' in one
    ? side === 'mentor'
    : one.lesson.proposal
      ? one.lesson.proposal.by === side
      : one.lesson.change?.status === 'open' && one.lesson.change.causedBy !== side

export type Props = {
  changes: Changes
  side: Side
  now: number
  id?: string
  /** Links at the foot of a lesson's card. */
  foot?: { lessonId: string; links: ReactNode } | undefined
}

/** Open changes that wait for an answer, of this side or of the other one. */
export const OpenChanges = (props: Props) => props.changes.length > 0 && <ChangeCards {...props} />
