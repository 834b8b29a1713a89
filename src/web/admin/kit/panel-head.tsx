import type { ReactNode } from 'react'
import { m } from '#messages'
import { LocalLink } from '../../ui/link.tsx'

type Props = { id: string; title: string; to: string; children?: ReactNode }

/** Title of an overview panel with a link to the whole list. */
export function PanelHead({ id, title, to, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id={id} tabIndex={-1} className="text-h3 outline-none">
        {title}
      </h2>
      {children}
      <LocalLink
        to={to}
        aria-label={m.admin_for({ action: m.admin_view_all(), name: title })}
        className="text-link -my-2 ml-auto inline-flex min-h-11 items-center"
      >
        {m.admin_view_all()}
      </LocalLink>
    </div>
  )
}
