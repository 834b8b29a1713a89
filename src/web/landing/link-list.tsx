import { LocalLink } from '../ui/link.tsx'

export type CountedLink = { to: string; name: string; count: string }

/** Links to related pages, each with its number of mentors. */
export function LinkList({ links }: { links: readonly CountedLink[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
      {links.map(({ to, name, count }) => (
        <li key={to}>
          <LocalLink to={to} className="text-link inline-flex min-h-11 items-center">
            {name} ({count})
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
