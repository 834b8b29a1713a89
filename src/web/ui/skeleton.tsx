import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/** A placeholder block, visible after 300 ms. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** Placeholder blocks with a label for screen readers. */
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
