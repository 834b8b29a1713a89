import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { TypedText } from './typed-text.tsx'

type Parts = { label: string; help?: ReactNode; error?: string | undefined; hideLabel?: boolean }
type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, help and error around any control; the control takes the wiring. */
export function Field({
  label,
  help,
  error,
  hideLabel,
  id,
  children,
}: Parts & { id?: string; children: (wiring: Wiring) => ReactNode }) {
  const own = useId()
  const fieldId = id ?? own
  const described = [help && `${fieldId}-help`, error && `${fieldId}-error`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={fieldId} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      {children({
        id: fieldId,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {help && (
        <p id={`${fieldId}-help`} className="field-help">
          {help}
        </p>
      )}
      <FieldError id={`${fieldId}-error`} error={error} />
    </div>
  )
}

/** The sentence under a control that says what is wrong; announced when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className={error ? 'field-error' : 'sr-only'}>
      {error && (
        <>
          <Icon name="circle-exclamation-point" size={18} />
          {error}
        </>
      )}
    </p>
  )
}

type TextProps = Parts & { prefix?: ReactNode; icon?: ReactNode } & Omit<ComponentProps<'input'>, 'prefix'>

/** One line of text; `prefix` is what stands before it ("+91"), `icon` an ornament on the left. */
export function TextField({ label, help, error, hideLabel, id, prefix, icon, className, ...rest }: TextProps) {
  return (
    <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })} {...(id && { id })}>
      {(wiring) => (
        <span className="control">
          {icon}
          {prefix && <span className="control-prefix">{prefix}</span>}
          <input type="text" {...rest} {...wiring} className={className} />
          {error && <Icon name="circle-exclamation-point" size={20} className="text-error" />}
        </span>
      )}
    </Field>
  )
}

export type Option = { value: string; label: string; disabled?: boolean }

/** The phone's own select. `empty` is the first row with no value; `typed` lets it type itself while nothing is chosen. */
export function SelectField({
  label,
  help,
  error,
  hideLabel,
  id,
  options,
  empty,
  typed,
  className,
  ...rest
}: Parts & { options: readonly Option[]; empty?: string; typed?: boolean } & ComponentProps<'select'>) {
  return (
    <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })} {...(id && { id })}>
      {(wiring) => (
        <span className="control">
          <select {...rest} {...wiring} className={`select ${className ?? ''}`}>
            <Options options={options} {...(empty !== undefined && { empty })} />
          </select>
          {typed && empty && rest.value === '' && <TypedText text={empty} />}
        </span>
      )}
    </Field>
  )
}

/** Rows of a select. */
export function Options({ options, empty }: { options: readonly Option[]; empty?: string }) {
  return (
    <>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </>
  )
}
