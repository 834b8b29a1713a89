import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its label and, on the right, its count. */
export function Checkbox({
  label,
  count,
  ...rest
}: { label: ReactNode; count?: number } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="choice">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
      {count !== undefined && <span className="text-small text-muted tabular-nums">{count}</span>}
    </label>
  )
}

/** Choices under one label with their error. */
export function ChoiceGroup({
  legend,
  children,
  error,
}: {
  legend: string
  children: ReactNode
  error?: string | undefined
}) {
  return (
    <fieldset className="choice-group">
      <legend className="field-label">{legend}</legend>
      {children}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
