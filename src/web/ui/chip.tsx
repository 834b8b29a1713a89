import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { LocalLink } from './link.tsx'

/** A filter that is on, with an x: a link that removes it. */
export const Chip = ({ children, to, label }: { children: ReactNode; to: string; label: string }) => (
  <LocalLink to={to} preventScrollReset className="chip" data-on aria-label={label}>
    {children}
    <Icon name="x" size={18} />
  </LocalLink>
)

/** A row of chips, the only element that may scroll horizontally. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="chip-row" aria-label={label}>
      {children}
    </ul>
  )
}
