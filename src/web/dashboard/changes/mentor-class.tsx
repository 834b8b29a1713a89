import { ChangeActions, ChangeState, ClassHead } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'

/** What a mentor can change about a class. */
export function MentorClass({ one, now }: { one: DatedClass; now: number }) {
  return (
    <>
      <ClassHead one={one} side="mentor" />
      <ChangeState one={one} side="mentor" />
      <ChangeActions lesson={one.lesson} side="mentor" now={now} />
      <ConcernLink lessonId={one.lesson._id} side="mentor" />
    </>
  )
}
