/** Text of a field; empty if missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Non-empty texts of all fields of one name, such as checkboxes. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string' && value !== '') as string[] // checked by the filter

/** Whether a checkbox is ticked, or a button of this name was pressed. */
export const isTicked = (form: FormData, name: string): boolean => form.has(name)

/** All values, to show them again. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/** A form as URL search parameters. */
export const searchOf = (form: FormData): URLSearchParams =>
  new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
