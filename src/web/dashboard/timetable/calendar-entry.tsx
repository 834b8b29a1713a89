import { m } from '#messages'
import { formatTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type LessonSign, signs } from '../../ui/register.tsx'

/** A lesson of the calendar in the viewer's language. */
export type CalendarEntry = {
  id: string
  /** `YYYY-MM-DD` in India. */
  day: string
  startsAt: string
  title: string
  detail: string
  /** Another time that is proposed for it. */
  proposed: string | null
  sign: LessonSign
  to: string
  /** Where the family confirms it; null if it does not have to. */
  confirmTo: string | null
}

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
  return { icon, word, look: looks[sign] }
}

/** Sign of a lesson in a phone's month. */
export function SignIcon({ sign }: { sign: LessonSign }) {
  const { icon, look } = lookOf(sign)
  return <Icon name={icon} size={18} className={`rounded-cell p-0.5 ${look}`} />
}

/** Lesson in a month cell: sign, time and name. */
export function CellEntry({ entry: { startsAt, title, detail, proposed, sign, to } }: { entry: CalendarEntry }) {
  const { icon, word, look } = lookOf(sign)
  return (
    <LocalLink to={to} title={detail} className={`block rounded-cell px-2 py-1 text-small leading-tight ${look}`}>
      <span className="flex items-center gap-1 font-semibold tabular-nums">
        <Icon name={icon} size={16} className="flex-none" />
        {formatTime(startsAt)}
      </span>
      <span className="line-clamp-2 break-words">{title}</span>
      {proposed && <span className="block text-warn">{proposed}</span>}
      <span className="sr-only">
        {detail}, {word()}
      </span>
    </LocalLink>
  )
}

/** Lesson in a list, with its day in a list of several. */
export function ListEntry({ entry, day }: { entry: CalendarEntry; day?: string }) {
  const { startsAt, title, detail, proposed, sign, to, confirmTo } = entry
  const { icon, word, look } = lookOf(sign)
  return (
    <li className="card flex flex-wrap items-start gap-x-4 py-2!">
      <span
        className={`flex-none pt-2.5 font-semibold text-ink tabular-nums ${day ? 'max-sm:w-full sm:w-24' : 'w-[70px]'}`}
      >
        {day && (
          <span className="sm:block sm:leading-snug">
            {day}
            <span className="sm:hidden">, </span>
          </span>
        )}
        {formatTime(startsAt)}
      </span>
      <div className="min-w-0 grow basis-0">
        <div className="flex flex-wrap items-center justify-between gap-x-3 pb-1.5">
          <LocalLink to={to} className="text-link inline-flex min-h-11 items-center font-semibold">
            {title}
          </LocalLink>
          {!confirmTo && (
            <span className={`badge ${look}`}>
              <Icon name={icon} size={16} />
              <span className="inline-block first-letter:uppercase">{word()}</span>
            </span>
          )}
        </div>
        <p className="text-muted text-small">{detail}</p>
        {proposed && <p className="font-semibold text-small text-warn">{proposed}</p>}
      </div>
      {confirmTo && (
        <LocalLink
          to={confirmTo}
          aria-label={`${m.calendar_confirm()}: ${title}`}
          className="btn btn-filled max-sm:my-1 max-sm:w-full sm:self-center"
        >
          {m.calendar_confirm()}
        </LocalLink>
      )}
    </li>
  )
}
