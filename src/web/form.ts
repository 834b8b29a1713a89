/** The text of one field; empty when the form has none of that name. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The texts of every field of one name, such as ticked checkboxes, without empty ones. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string' && value !== '') as string[] // true: just checked

/** Whether a box is ticked, or the button of this name was pressed. */
export const isTicked = (form: FormData, name: string): boolean => form.has(name)

/** Everything typed, to show it again. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

/** A form as the search of an address. */
export const searchOf = (form: FormData): URLSearchParams =>
  new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
