import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import Forward from 'lucide-react/icons/forward'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { m } from '#messages'
import { formatDate, formatDay, type When } from './dates.tsx'

const signs = {
  held: [Check, m.ui_lesson_held],
  confirm: [CircleQuestionMark, m.ui_lesson_confirm],
  today: [Clock, m.ui_lesson_next],
  planned: [Minus, m.ui_lesson_planned],
  missed: [X, m.ui_lesson_missed],
  moved: [Forward, m.ui_lesson_moved],
} as const satisfies Record<string, readonly [LucideIcon, () => string]>

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
          const [Icon, word] = signs[sign]
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
                <Icon aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted" aria-hidden="true">
        {used.map((sign) => {
          const [Icon, word] = signs[sign]
          return (
            <span key={sign} className="inline-flex items-center gap-1">
              <Icon size={18} className={sign === 'held' ? 'text-tick' : ''} />
              {word()}
            </span>
          )
        })}
      </p>
    </div>
  )
}
