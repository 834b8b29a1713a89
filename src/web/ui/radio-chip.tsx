import type { ComponentProps, ReactNode } from 'react'

/** A radio button drawn as a chip. */
export function RadioChip({ children, ...rest }: { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="chip radio-chip">
      <input type="radio" {...rest} />
      <span>{children}</span>
    </label>
  )
}
