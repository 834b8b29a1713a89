import type { ReactNode } from 'react'

/** Brown paper across the page: where something begins. Children get the page's width. */
export function KraftBand({
  children,
  className = '',
  after,
}: {
  children: ReactNode
  className?: string
  after?: ReactNode
}) {
  return (
    <section className={`kraft ${className}`}>
      <div className="page-width">{children}</div>
      {after}
    </section>
  )
}
