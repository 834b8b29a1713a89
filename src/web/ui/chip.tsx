import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { LocalLink } from './link.tsx'

type Props = { children: ReactNode; on?: boolean; to?: string; onClick?: () => void; label?: string }

/** A filter, on (filled, with an x to remove it) or off. A link where the URL holds the state. */
export function Chip({ children, on = false, to, onClick, label }: Props) {
  const inside = (
    <>
      {children}
      {on && <Icon name="x" size={18} />}
    </>
  )
  const given = { className: 'chip', 'data-on': on || undefined, ...(label && { 'aria-label': label }) }
  return to === undefined ? (
    <button type="button" aria-pressed={on} onClick={onClick} {...given}>
      {inside}
    </button>
  ) : (
    <LocalLink to={to} preventScrollReset {...given}>
      {inside}
    </LocalLink>
  )
}

/** A row of chips, the only element that may scroll horizontally. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="chip-row" aria-label={label}>
      {children}
    </ul>
  )
}
