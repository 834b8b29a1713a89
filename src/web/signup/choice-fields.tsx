import type { ReactNode } from 'react'
import { FieldError, type Option } from '../ui/field.tsx'

type Props = {
  /** Target of links in the problem summary. */
  id: string
  legend: string
  help?: ReactNode
  error: string | undefined
  children: ReactNode
}

/** A fieldset with help and error. */
export function ChoiceSet({ id, legend, help, error, children }: Props) {
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="choice-set"
      data-invalid={error ? true : undefined}
      {...(described && { 'aria-describedby': described })}
    >
      <legend className="field-label">{legend}</legend>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

type RadioProps = {
  id: string
  name: string
  legend: string
  options: readonly Option[]
  defaultValue: string
  error: string | undefined
  children?: ReactNode
}

/** Radio buttons in a row; `children` holds fields that depend on the choice. */
export function RadioSet({ id, name, legend, options, defaultValue, error, children }: RadioProps) {
  return (
    <ChoiceSet id={id} legend={legend} error={error}>
      <div className="option-row">
        {options.map(({ value, label }) => (
          <label key={value} className="option">
            <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
            {label}
          </label>
        ))}
      </div>
      {children}
    </ChoiceSet>
  )
}

type TickProps = {
  id: string
  name: string
  legend: string
  options: readonly Option[]
  defaultValues: readonly string[]
  error: string | undefined
}

/** Checkboxes in a row. */
export function TickSet({ id, name, legend, options, defaultValues, error }: TickProps) {
  return (
    <ChoiceSet id={id} legend={legend} error={error}>
      <div className="option-row">
        {options.map(({ value, label }) => (
          <label key={value} className="option">
            <input type="checkbox" name={name} value={value} defaultChecked={defaultValues.includes(value)} />
            {label}
          </label>
        ))}
      </div>
    </ChoiceSet>
  )
}
