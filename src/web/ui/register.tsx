import type { ReactNode } from 'react'
import { m } from '#messages'
import { type DateInput, formatDate, formatDay } from './dates.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { LocalLink } from './link.tsx'

/** Icon and word of each sign, the same on every page, and the word for several in languages where it differs. */
export const signs = {
  held: ['check', m.ui_lesson_held, m.ui_lessons_held],
  confirm: ['circle-question-mark', m.ui_lesson_confirm],
  await: ['hourglass', m.ui_lesson_await],
  disputed: ['flag', m.ui_lesson_disputed],
  today: ['clock', m.ui_lesson_next],
  planned: ['calendar-days', m.ui_lesson_planned],
  missed: ['circle-x', m.ui_lesson_missed, m.ui_lessons_missed],
  moved: ['forward', m.ui_lesson_moved],
  left: ['x', m.ui_lesson_left, m.ui_lessons_left],
} as const satisfies Record<string, readonly [IconName, one: () => string, several?: () => string]>

export type LessonSign = keyof typeof signs
/** A plain cross is drawn as bold as the other signs. */
export const strokeOf = (sign: LessonSign) => (sign === 'left' ? 'stroke-3' : '')
/** `id`: the linked lesson; `key` distinguishes several cells of one lesson. */
export type RegisterCell = { id: string; key?: string; at: DateInput; sign: LessonSign }

/** Columns on a phone that give rows of about the same length: seven if they save a row. Wide pages have twice as many. */
function columnsFor(count: number): number {
  if (count <= 6) return 6
  const rows = Math.ceil(count / 7)
  return rows < Math.ceil(count / 6) ? 7 : Math.ceil(count / rows)
}

type Props = {
  label: string
  cells: readonly RegisterCell[]
  to: (id: string) => string
  /** Dashed cells for lessons without a time. */
  open?: number
}

/** The attendance register: a cell per lesson with date and sign, linked to the lesson. */
export function Register({ label, cells, to, open = 0 }: Props) {
  return (
    <ul className="register" data-columns={columnsFor(cells.length + open)} aria-label={label}>
      {cells.map(({ id, key, at, sign }) => {
        const [icon, word] = signs[sign]
        return (
          <li key={key ?? id}>
            <LocalLink
              to={to(id)}
              preventScrollReset
              className="register-cell"
              data-state={sign}
              aria-label={`${formatDate(at)}, ${word()}`}
            >
              {formatDay(at).split(/\s/)[0]}
              <Icon name={icon} className={strokeOf(sign)} />
            </LocalLink>
          </li>
        )
      })}
      {Array.from({ length: open }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all the same
        <li key={nth} className="register-cell" data-state="open" aria-hidden="true">
          <Icon name="plus" />
        </li>
      ))}
    </ul>
  )
}

type LegendProps = { cells: readonly Pick<RegisterCell, 'sign'>[]; children?: ReactNode }

/** Legend of the signs in use, with their numbers; `children` follow them. */
export function RegisterLegend({ cells, children }: LegendProps) {
  const used = (Object.keys(signs) as LessonSign[]).filter((sign) => cells.some((cell) => cell.sign === sign)) // safe: keys of a const object
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 max-sm:grid max-sm:grid-cols-[auto_auto_auto] max-sm:justify-start text-muted text-small">
      {used.map((sign) => {
        const [icon, one, several = one] = signs[sign]
        const count = cells.filter((cell) => cell.sign === sign).length
        return (
          <span key={sign} className="inline-flex items-center gap-1" aria-hidden="true">
            <Icon
              name={icon}
              size={sign === 'left' ? 16 : 18}
              className={sign === 'held' ? 'text-tick' : strokeOf(sign)}
            />
            <span>{count}</span> {(count === 1 ? one : several)()}
          </span>
        )
      })}
      {children}
    </p>
  )
}
