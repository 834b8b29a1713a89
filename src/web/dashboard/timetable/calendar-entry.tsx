import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { formatTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type LessonSign, signs, strokeOf } from '../../ui/register.tsx'
import type { Side } from '../kit/change-actions.tsx'
import type { ReportableClass } from '../kit/classes.ts'
import { ProposedMark, ProposedTime } from '../kit/proposed-time.tsx'
import { type ProposedFor, proposedWhen } from '../kit/proposed-times-text.ts'

/** A lesson of the calendar in the viewer's language. */
export type CalendarEntry = {
  id: string
  /** `YYYY-MM-DD` in India. */
  day: string
  startsAt: string
  title: string
  /** Where the month has classes of several children. */
  student: string
  detail: string
  /** Address, for mentors. */
  place: string | null
  /** Who may have asked for another time: the mentor, or for mentors the student. */
  other: string
  sign: LessonSign
  booking: string
  side: Side
  proposal: ProposedFor['proposal']
  /** What the family has to confirm; null if it does not have to. */
  toConfirm: ReportableClass | null
}

/** Whether the other side asked for another time. */
export const isAskedAbout = ({ proposal, side }: CalendarEntry): boolean => proposal !== null && proposal.by !== side

/** Colours of the register's signs. */
const looks: Record<LessonSign, string> = {
  held: 'bg-tick-soft text-tick',
  confirm: 'bg-warn-soft text-warn',
  await: 'bg-warn-soft text-warn',
  disputed: 'bg-warn-soft text-warn',
  today: 'bg-primary-soft text-primary',
  planned: 'bg-primary-soft text-primary',
  missed: 'bg-error-soft text-error',
  moved: 'bg-sunk text-muted',
  left: 'bg-sunk text-muted',
}
const lookOf = (sign: LessonSign) => {
  const [icon, word] = signs[sign]
  return { icon, word, look: looks[sign], stroke: strokeOf(sign) }
}

/** Sign of a lesson in a phone's month. */
export function SignIcon({ sign }: { sign: LessonSign }) {
  const { icon, look, stroke } = lookOf(sign)
  return (
    <Icon name={icon} size={18} className={`rounded-cell ${sign === 'left' ? 'p-px' : 'p-0.5'} ${look} ${stroke}`} />
  )
}

/** Lesson in a cell: sign, time and name. */
export function CellEntry({ entry }: { entry: CalendarEntry }) {
  const { startsAt, title, student, place, sign, booking, side } = entry
  const detail = [entry.detail, place].filter(Boolean).join(', ')
  const { icon, word, look, stroke } = lookOf(sign)
  return (
    <LocalLink
      to={`/bookings/${booking}`}
      title={detail}
      className={`block rounded-cell px-2 py-1 text-small leading-tight ${look}`}
    >
      <span className="flex items-center gap-1 font-semibold tabular-nums">
        <Icon name={icon} size={16} className={`flex-none ${stroke}`} />
        {formatTime(startsAt)}
      </span>
      <span className="line-clamp-2 break-words">{title}</span>
      {student && <span className="line-clamp-2 break-words">{student}</span>}
      <ProposedMark lesson={entry} side={side} isShort />
      <span className="sr-only">
        {detail}, {word()}
      </span>
    </LocalLink>
  )
}

/** Lesson in a list; `isFirst`: its answer is the filled button of the screen. */
export function ListEntry({ entry, isFirst = false }: { entry: CalendarEntry; isFirst?: boolean }) {
  const { startsAt, title, detail, place, other, sign, booking, side, proposal } = entry
  const { icon, word, look, stroke } = lookOf(sign)
  const isAsked = proposal && isAskedAbout(entry)
  return (
    <li className="card grid grid-cols-[70px_minmax(0,1fr)] items-start gap-x-4 gap-y-1 p-4!">
      <span className="font-semibold text-ink tabular-nums">{formatTime(startsAt)}</span>
      {/* On a phone, all but the title starts at the card's edge. */}
      <div className="contents *:not-first:col-span-full min-[480px]:*:col-start-2!">
        <LocalLink
          to={`/bookings/${booking}`}
          className={`-my-2.5 flex min-h-11 items-center gap-2 ${side === 'mentor' ? 'font-semibold text-ink' : 'text-link'}`}
        >
          <span className="min-w-0 grow">{title}</span>
          <Icon name="chevron-right" size={20} className="flex-none text-muted" />
        </LocalLink>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-muted text-small">{detail}</p>
          {/* The list of what comes says these already. */}
          {sign !== 'today' && sign !== 'planned' && (
            <span className={`badge ${look}`}>
              <Icon name={icon} size={16} className={stroke} />
              <span className="inline-block first-letter:uppercase">{word()}</span>
            </span>
          )}
        </div>
        {place && (
          <p className="flex items-start gap-2 text-small">
            <Icon name="map-pin" size={16} className="mt-0.5 flex-none" />
            <span className="wrap-anywhere min-w-0">{place}</span>
          </p>
        )}
        {!isAsked && <ProposedTime lesson={entry} booking={booking} side={side} />}
      </div>
      {isAsked && (
        <div className="col-span-full mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-cell bg-warn-soft px-3 py-2">
          <p className="min-w-0 flex-1 basis-full font-semibold text-ink min-[480px]:basis-40">
            {(side === 'family' ? m.change_new_time : m.change_asked_by_family)({
              name: other,
              when: proposedWhen(startsAt, proposal.startsAt),
            })}
          </p>
          <ButtonLink
            to={`/bookings/${booking}#changes`}
            look={isFirst ? 'filled' : 'outline'}
            className="px-3.5! max-[480px]:w-full"
          >
            {m.dash_answer()}
          </ButtonLink>
        </div>
      )}
    </li>
  )
}
