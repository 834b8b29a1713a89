type Field = HTMLInputElement | HTMLSelectElement
type Tick = HTMLInputElement & { type: 'radio' | 'checkbox' }
const isTick = (field: Field): field is Tick => /radio|checkbox/.test(field.type)

const stateOf = (field: Field) => (isTick(field) ? field.checked : field.value)

/** What the server wrote and React believes. */
function renderedOf(field: Field): string | boolean {
  if ('options' in field)
    return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? ''
  return isTick(field) ? field.defaultChecked : field.defaultValue
}

/** Puts that back and makes the change once more, now that somebody listens. */
function replay(field: Field, wanted: string | boolean): void {
  if (isTick(field)) {
    field.checked = !wanted
    field.click()
    return
  }
  field.value = String(renderedOf(field))
  // Past the setter that React has put over this one: it would take the value for its own doing.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, wanted)
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}

/**
 * Choices made before the scripts ran. React leaves them in the fields and tells nobody (facebook/react#12955; #33129
 * mends it, behind a flag). All are noted first, because each may draw the page anew, and with it the other fields.
 */
export async function replayEarlyChanges(): Promise<void> {
  const changes = [...document.querySelectorAll<Field>('input:not([type=hidden], [type=file]), select, textarea')]
    .map((field) => ({ field, wanted: stateOf(field) }))
    // The radio button that was chosen takes the other one off.
    .filter(({ field, wanted }) => wanted !== renderedOf(field) && (wanted || field.type !== 'radio'))
  for (const { field, wanted } of changes) {
    replay(field, wanted)
    await new Promise((done) => setTimeout(done))
    // A slider counts when it is let go.
    field.dispatchEvent(new Event('keyup', { bubbles: true }))
  }
}
