import type { ReactNode } from 'react'

/** Someone's own words on a ruled page with the red margin; who wrote them stands below. */
export function RuledCard({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <figure className="card overflow-hidden p-0!">
      <blockquote className="ruled min-h-28">{children}</blockquote>
      {footer && <figcaption className="flex items-center gap-3 px-4 py-3">{footer}</figcaption>}
    </figure>
  )
}
