import type { DoorCode } from '#contract/classes/safety.ts'
import { m } from '#messages'
import { formatDateTime, formatTime } from '../../ui/dates.tsx'
import { Photo } from '../../ui/photo.tsx'
import type { Side } from '../kit/change-actions.tsx'
import type { DatedClass } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { subjectLine } from '../kit/labels.ts'

type Props = { one: DatedClass; side: Side; door: DoorCode; now: number }

/** Photo, name and code of the mentor of a class at home: the mentor shows it, the family compares it. */
export function DoorCard({ one: { booking, lesson }, side, door: { code, from, until }, now }: Props) {
  const { mentor } = booking
  return (
    <div className="grid gap-4">
      <p>{side === 'family' ? m.door_ask() : m.door_show()}</p>
      <section aria-label={m.door_title()} className="card grid justify-items-center gap-3 text-center">
        <Photo src={mentor.profilePhoto} name={mentor.fullName} width={144} lazy={false} />
        <div>
          <p className="wrap-anywhere text-h2">{mentor.fullName}</p>
          <p className="text-muted">{m.brand_name()}</p>
        </div>
        {code === null ? (
          <p className="font-semibold text-ink">
            {Date.parse(from) > now ? m.door_soon({ time: formatDateTime(from) }) : m.door_over()}
          </p>
        ) : (
          <div>
            <p className="text-muted text-small">{m.door_code()}</p>
            {/* Read letter by letter by screen readers. */}
            <p className="amount text-[40px] tracking-[0.2em]" aria-label={[...code].join(' ')} role="img">
              {code}
            </p>
            <p className="text-muted text-small">{m.door_until({ time: formatTime(until) })}</p>
          </div>
        )}
        <p className="wrap-anywhere text-small">
          {formatDateTime(lesson.startsAt)}, {subjectLine(booking)}
        </p>
      </section>
      {side === 'family' && (
        <p>
          <ConcernLink lessonId={lesson._id} side={side} />
        </p>
      )}
    </div>
  )
}
