import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { type Draft, everywhere, listHref } from './filter-address.ts'

/** The same filters in all of India. */
export const indiaHref = (draft: Draft) => listHref({ ...draft, state: '', city: '', area: '', within: everywhere })

/** Below its heading: what the order of a list is, and why. */
export function OrderNote({ link, children }: { link: string; children: string }) {
  return (
    <p className="text-small text-muted">
      {children}{' '}
      <LocalLink to="/ranking" className="text-link inline-block min-h-6">
        {link}
      </LocalLink>
    </p>
  )
}

/** At the end of a list: its area, with a link to all of India. */
export function ScopeNote({ draft, scope }: { draft: Draft; scope: string | null }) {
  return (
    scope && (
      <p className="text-small text-muted">
        {scope}{' '}
        <LocalLink to={indiaHref(draft)} preventScrollReset className="text-link inline-block min-h-6">
          {m.list_show_india()}
        </LocalLink>
      </p>
    )
  )
}
