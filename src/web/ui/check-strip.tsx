import { type ReactNode, useId } from 'react'
import { m } from '#messages'
import { Icon } from './icon.tsx'

export type CheckItem = { kind: string; label: string; done: boolean; detail?: string; date?: ReactNode }

/** Passed and pending checks of a mentor. Each opens its evidence and date in a native popover. */
export function CheckStrip({ checks }: { checks: readonly CheckItem[] }) {
  const id = useId()
  return (
    <ul className="check-strip" aria-label={m.ui_checks()}>
      {checks.map(({ kind, label, done, detail, date }) => (
        <li key={kind}>
          <button type="button" popoverTarget={`${id}${kind}`} data-pending={!done || undefined}>
            <CheckIcon done={done} size={18} />
            {label}
          </button>
          <div popover="auto" id={`${id}${kind}`} className="check-note">
            <b className="text-ink">{label}</b>
            <p>{detail ?? (done ? m.ui_check_done() : m.ui_check_waiting())}</p>
            {date && <p className="text-small text-muted">{date}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Checks in full: kind, evidence and date. */
export function CheckList({ checks }: { checks: readonly CheckItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {checks.map(({ kind, label, done, detail, date }) => (
        <li key={kind} className="flex items-center gap-3 px-4 py-3">
          <CheckIcon done={done} size={22} />
          <span className="grow">
            <b className="block text-ink">{label}</b>
            <span className="check-parts block text-small text-muted">
              {detail?.split(' · ').map((part) => (
                <span key={part}>{part} </span>
              ))}
            </span>
          </span>
          <span className="whitespace-nowrap text-right text-small text-muted">{date}</span>
        </li>
      ))}
    </ul>
  )
}

function CheckIcon({ done, size }: { done: boolean; size: number }) {
  return done ? (
    <Icon name="check" size={size} className="tick-icon flex-none" label={m.ui_check_done()} />
  ) : (
    <Icon name="minus" size={size} className="flex-none" label={m.ui_check_waiting()} />
  )
}
