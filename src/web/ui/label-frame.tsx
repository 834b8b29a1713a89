import type { ReactNode } from 'react'

/** The notched label of an exercise book: where something is written for or by a family. One a screen. */
export function LabelFrame({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`label-frame ${className}`}>
      <div>{children}</div>
    </div>
  )
}

/** One written line of the label: name on the left, value on the line. */
export function LabelLine({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-rule border-b py-3">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-semibold text-ink">{children}</dd>
    </div>
  )
}
