import type { ComponentProps, ReactNode } from 'react'

/** A radio button drawn as a chip. */
export function ChoiceChip({ children, ...rest }: { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="chip choice-chip">
      <input type="radio" {...rest} />
      <span>{children}</span>
    </label>
  )
}
