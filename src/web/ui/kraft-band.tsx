import type { ReactNode } from 'react'

/** A full-width brown band that opens a section; children get the page width. */
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
