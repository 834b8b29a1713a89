import type { ReactNode } from 'react'

/** A frame shaped like an exercise-book label, for text by or for a family. One per screen. */
export function LabelFrame({ children }: { children: ReactNode }) {
  return (
    <div className="label-frame">
      <div>{children}</div>
    </div>
  )
}

/** A row of the label: name and value. */
export function LabelLine({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b py-3 in-[.label-frame]:border-rule">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-semibold text-ink">{children}</dd>
    </div>
  )
}
