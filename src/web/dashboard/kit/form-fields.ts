import type { FormResult } from './form-result.ts'

/** Gives a field its usual value; after a refusal what was typed, with the reason beside it. */
export const fieldsOf = (result: FormResult | undefined) => (name: string, usual: string) => ({
  name,
  required: true,
  defaultValue: result?.values[name] ?? usual,
  error: result?.fields[name],
})
