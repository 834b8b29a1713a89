import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'

type Props = { label: string; help?: string; error?: string | undefined } & ComponentProps<'textarea'>

/** A text field of several lines. */
export const TextArea = ({ label, help, error, ...rest }: Props) => (
  <Field label={label} help={help} error={error}>
    {(wiring) => (
      <span className="control">
        <textarea {...rest} {...wiring} />
      </span>
    )}
  </Field>
)
