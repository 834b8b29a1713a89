import { LocalLink } from '../ui/link.tsx'

type CountedLink = { to: string; name: string; count: string }

/** Links to related pages, each with its number of mentors. */
export function LinkList({ links }: { links: readonly CountedLink[] }) {
  return (
    <ul className="counted-links">
      {links.map(({ to, name, count }) => (
        <li key={to}>
          <LocalLink to={to} className="text-link flex min-h-11 items-center">
            <span>
              {/* The count stays beside the last word. */}
              {name}
              {'\u00a0'}
              <span className="font-normal text-muted">{count}</span>
            </span>
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}
