import type { ComponentProps, ReactNode } from 'react'

/** On or off at once, with a tick in the knob. `labelHidden` when the words stand beside it already. */
export function Switch({
  label,
  labelHidden,
  ...rest
}: { label: ReactNode; labelHidden?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return (
    <label className="switch">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself */}
      <input type="checkbox" role="switch" {...rest} />
      <span className={labelHidden ? 'sr-only' : ''}>{label}</span>
    </label>
  )
}
