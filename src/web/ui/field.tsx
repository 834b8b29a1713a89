import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { TypedText } from './typed-text.tsx'

type Parts = { label: string; help?: ReactNode; error?: string | undefined; hideLabel?: boolean }
type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, help and error of a control, which receives the ids that connect them. */
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

/** Error of a control, announced when it appears. */
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

/** A one-line text field; `prefix` comes before the text ("+91"), `icon` is decoration. */
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

/** A text field of several lines. */
export const TextArea = ({ label, help, error, hideLabel, ...rest }: Parts & ComponentProps<'textarea'>) => (
  <Field label={label} help={help} error={error} {...(hideLabel && { hideLabel })}>
    {(wiring) => (
      <span className="control">
        <textarea {...rest} {...wiring} />
      </span>
    )}
  </Field>
)

export type Option = { value: string; label: string; disabled?: boolean }

/** A native select. `empty` is the first option without a value; `typed` animates it until something is chosen. */
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

/** Options of a select. */
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
