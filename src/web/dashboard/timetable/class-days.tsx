import type { ReactNode } from 'react'
import { minutesText } from '../../minutes-text.ts'
import { When } from '../../ui/dates.tsx'
import { ClassLocation } from '../kit/class-location.tsx'
import { byDay, type DatedClass } from '../kit/classes.ts'
import { ConcernLink } from '../kit/concern-link.tsx'
import { dayText, modeName } from '../kit/labels.ts'

type Props = {
  classes: readonly DatedClass[]
  side: 'family' | 'mentor'
  now: number
  actionOf?: (one: DatedClass) => ReactNode
}

/** Upcoming lessons by day. */
export function ClassDays({ classes, side, now, actionOf }: Props) {
  return (
    <div className="grid gap-6">
      {byDay(classes).map(([day, those]) => (
        <section key={day} aria-label={dayText(day, now)}>
          <h3 className="mb-2 text-h3">{dayText(day, now)}</h3>
          <ul className="grid gap-3">
            {those.map((one) => (
              <ClassRow key={one.lesson._id} one={one} side={side} action={actionOf?.(one)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ClassRow({
  one: { booking, lesson },
  side,
  action,
}: {
  one: DatedClass
  side: Props['side']
  action: ReactNode
}) {
  const [first, rest] =
    side === 'family'
      ? [booking.subjectName, [booking.mentor.fullName, booking.student]]
      : [booking.student, [booking.className, booking.subjectName]]
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3">
      <When at={lesson.startsAt} show="time" className="w-20 flex-none font-semibold text-ink tabular-nums" />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold text-ink">{first}</p>
        <p className="wrap-anywhere text-muted text-small">
          {[...rest, minutesText(lesson.minutes), modeName(booking.mode)].filter(Boolean).join(', ')}
        </p>
        {side === 'mentor' && <ClassLocation booking={booking} side={side} />}
        <ConcernLink lessonId={lesson._id} side={side} />
      </div>
      {action}
    </li>
  )
}
