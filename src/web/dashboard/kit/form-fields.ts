import type { FormResult } from './form-result.ts'

/** Default value of a field, or the submitted value with its error after a refusal. */
export const fieldsOf = (result: FormResult | undefined) => (name: string, initial: string) => ({
  name,
  required: true,
  defaultValue: result?.values[name] ?? initial,
  error: result?.fields[name],
})
