import { LocalLink } from '../ui/link.tsx'

type Crumb = { name: string; path: string }

/** Breadcrumbs from the home page; the last is the current page. */
export function Breadcrumbs({ label, steps }: { label: string; steps: readonly Crumb[] }) {
  return (
    <nav aria-label={label} className="pt-4">
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-muted">
        {steps.map(({ name, path }, index) => (
          // The heading of the page is just below.
          <li key={path} className="flex items-center gap-x-2 max-sm:last:hidden">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index < steps.length - 1 ? (
              <LocalLink to={path} className="text-link inline-flex min-h-11 items-center">
                {name}
              </LocalLink>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
