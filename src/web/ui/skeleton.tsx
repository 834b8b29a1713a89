import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/** A grey block in the shape of what comes; seen after 300 ms. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** The blocks and, for readers, what is being loaded. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className="grid gap-3">
      {children}
      <p className="flex items-center gap-2 text-muted">
        <Spinner />
        {label}
      </p>
    </div>
  )
}
