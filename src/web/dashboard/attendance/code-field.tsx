import { visitCodeDigits } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { TextField } from '../../ui/field.tsx'

/** Visit code input. A single field, because the code is optional. */
export function CodeField({
  defaultValue,
  error,
  required,
}: {
  defaultValue: string
  error: string | undefined
  required?: boolean
}) {
  return (
    <TextField
      label={required ? m.code_title() : m.code_optional()}
      help={m.code_help()}
      name="code"
      inputMode="numeric"
      autoComplete="off"
      maxLength={visitCodeDigits}
      className="tabular-nums tracking-[0.4em]"
      {...(required && { required })}
      defaultValue={defaultValue}
      error={error}
    />
  )
}
