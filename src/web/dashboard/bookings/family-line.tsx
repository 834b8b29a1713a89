import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { longName } from '../../ui/long-name.ts'
import { Portrait } from '../../ui/photo.tsx'
import { badgeOf, peopleLine } from '../kit/labels.ts'
import { stepOf } from '../kit/next-step.ts'
import type { LineProps } from './booking-lines.tsx'

/** A family's booking: subject, people and next step, as a link to its page. */
export function FamilyLine({ booking, now }: LineProps) {
  const { _id, mentor, subjectName, status } = booking
  const { kind, text, isOpen } = stepOf(booking, 'family', now)
  const isWarned = isOpen || kind === 'disputed'
  return (
    <li>
      <LocalLink
        to={`/bookings/${_id}`}
        className="flex min-h-15 items-center gap-3 px-4 py-1.75 hover:bg-sunk sm:py-3 lg:px-5"
      >
        <span aria-hidden="true" className="flex-none">
          <Portrait src={mentor.profilePhoto} name={mentor.fullName} width={40} />
        </span>
        <span className="min-w-0 grow">
          <b className={`${longName(subjectName)} text-ink leading-5 [&:lang(hi)]:leading-snug`}>{subjectName}</b>
          <span className="block text-muted text-small">{peopleLine(booking)}</span>
          {/* In wide columns an open state is a chip. */}
          <span
            className={`block text-small ${isWarned ? 'font-semibold text-warn @min-[560px]:hidden' : 'text-muted'}`}
          >
            {text}
          </span>
        </span>
        {(isWarned || status === 'scheduled' || status === 'pending_schedule') && (
          <span className="hidden flex-none @min-[560px]:block">
            {isWarned ? (
              <span className="badge badge-wait">
                <Icon name="circle-question-mark" />
                {text}
              </span>
            ) : (
              <Badge kind={badgeOf(status)} />
            )}
          </span>
        )}
        <Icon name="chevron-right" size={20} className="flex-none text-muted" />
      </LocalLink>
    </li>
  )
}
