import { m } from '#messages'
import { formatTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { LocalLink } from '../../ui/link.tsx'
import type { LessonSign } from '../../ui/register.tsx'

export type CalendarSign = Exclude<LessonSign, 'today' | 'moved'> | 'left'
/** A lesson of the calendar in the viewer's language. */
export type CalendarEntry = {
  id: string
  /** `YYYY-MM-DD` in India. */
  day: string
  startsAt: string
  title: string
  detail: string
  sign: CalendarSign
  to: string
}

/** Register signs plus one for skipped lessons. */
export const signs: Record<CalendarSign, { icon: IconName; word: () => string; look: string }> = {
  held: { icon: 'check', word: m.ui_lesson_held, look: 'bg-tick-soft text-tick' },
  confirm: { icon: 'circle-question-mark', word: m.ui_lesson_confirm, look: 'bg-warn-soft text-warn' },
  disputed: { icon: 'flag', word: m.ui_lesson_disputed, look: 'bg-warn-soft text-warn' },
  planned: { icon: 'minus', word: m.ui_lesson_planned, look: 'bg-primary-soft text-primary' },
  missed: { icon: 'x', word: m.ui_lesson_missed, look: 'bg-error-soft text-error' },
  left: { icon: 'forward', word: m.timetable_left_out, look: 'bg-sunk text-muted' },
}

/** Lesson in a month cell: sign, time and name. */
export function CellEntry({ entry: { startsAt, title, detail, sign, to } }: { entry: CalendarEntry }) {
  const { icon, word, look } = signs[sign]
  return (
    <LocalLink to={to} title={detail} className={`block rounded-cell px-2 py-1 text-small leading-tight ${look}`}>
      <span className="flex items-center gap-1 font-semibold tabular-nums">
        <Icon name={icon} size={16} className="flex-none" />
        {formatTime(startsAt)}
      </span>
      <span className="line-clamp-2 break-words">{title}</span>
      <span className="sr-only">
        {detail}, {word()}
      </span>
    </LocalLink>
  )
}

/** Lesson in the phone's list. */
export function ListEntry({ entry: { startsAt, title, detail, sign, to } }: { entry: CalendarEntry }) {
  const { icon, word, look } = signs[sign]
  return (
    <li className="card flex items-start gap-4 py-2!">
      <span className="w-[70px] flex-none py-2.5 font-semibold text-ink tabular-nums">{formatTime(startsAt)}</span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <LocalLink to={to} className="text-link inline-flex min-h-11 items-center font-semibold">
            {title}
          </LocalLink>
          <span className={`badge ${look}`}>
            <Icon name={icon} size={16} />
            {word()}
          </span>
        </div>
        <p className="text-muted text-small">{detail}</p>
      </div>
    </li>
  )
}
