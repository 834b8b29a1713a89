import { m } from '#messages'
import { formatDate, formatDay, type When } from './dates.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

const signs = {
  held: ['check', m.ui_lesson_held],
  confirm: ['circle-question-mark', m.ui_lesson_confirm],
  disputed: ['flag', m.ui_lesson_disputed],
  today: ['clock', m.ui_lesson_next],
  planned: ['minus', m.ui_lesson_planned],
  missed: ['x', m.ui_lesson_missed],
  moved: ['forward', m.ui_lesson_moved],
} as const satisfies Record<string, readonly [IconName, () => string]>

export type LessonSign = keyof typeof signs
export type RegisterCell = { id: string; at: When; sign: LessonSign }

/** The attendance register: one cell a class, date and sign, each a button with its full name; legend below. */
export function Register({
  label,
  cells,
  onOpen,
}: {
  label: string
  cells: readonly RegisterCell[]
  onOpen?: (id: string) => void
}) {
  const used = (Object.keys(signs) as LessonSign[]).filter((sign) => cells.some((cell) => cell.sign === sign)) // true: keys of a const object
  return (
    <div>
      <ul className="register" aria-label={label}>
        {cells.map(({ id, at, sign }) => {
          const [icon, word] = signs[sign]
          return (
            <li key={id}>
              <button
                type="button"
                className="register-cell"
                data-state={sign}
                aria-label={`${formatDate(at)}, ${word()}`}
                onClick={() => onOpen?.(id)}
              >
                {formatDay(at).split(' ')[0]}
                <Icon name={icon} />
              </button>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted" aria-hidden="true">
        {used.map((sign) => {
          const [icon, word] = signs[sign]
          return (
            <span key={sign} className="inline-flex items-center gap-1">
              <Icon name={icon} size={18} className={sign === 'held' ? 'text-tick' : ''} />
              {word()}
            </span>
          )
        })}
      </p>
    </div>
  )
}
