import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MarkedClass } from './classes.ts'
import { markedTime } from './confirm-card.tsx'
import { classId, telHref } from './words.ts'

/** A class that did not happen as marked: a person at the phone settles it. */
export function ClassProblem({ one, callingNo }: { one: MarkedClass; callingNo: string }) {
  const { booking, record } = one
  return (
    <>
      <p className="font-semibold text-ink">{markedTime(one)}</p>
      <p className="text-muted">
        {m.dash_joined({
          first: `${booking.subjectName}, ${booking.mentor.fullName}`,
          second: `${m.dash_class_id()} ${classId(booking._id)}`,
        })}
      </p>
      <p className="mt-4">{m.dash_problem_text({ when: formatDateTime(record.confirmBy) })}</p>
      <ButtonLink href={telHref(callingNo)} wide icon={<Icon name="phone" size={20} />} className="mt-5">
        {m.dash_call_number({ number: callingNo })}
      </ButtonLink>
    </>
  )
}
