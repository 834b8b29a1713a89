type Field = HTMLInputElement | HTMLSelectElement
type Tick = HTMLInputElement & { type: 'radio' | 'checkbox' }
const isTick = (field: Field): field is Tick => /radio|checkbox/.test(field.type)

const stateOf = (field: Field) => (isTick(field) ? field.checked : field.value)

/** The server-rendered value, which React assumes. */
function renderedOf(field: Field): string | boolean {
  if ('options' in field)
    return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? ''
  return isTick(field) ? field.defaultChecked : field.defaultValue
}

/** Restores the rendered value and repeats the change for React's listeners. */
function replay(field: Field, wanted: string | boolean): void {
  if (isTick(field)) {
    field.checked = !wanted
    field.click()
    return
  }
  field.value = String(renderedOf(field))
  // Bypasses React's own setter, which would ignore the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, wanted)
  // Some fields take what was typed when they are left.
  for (const name of field === document.activeElement ? ['input', 'change'] : ['input', 'change', 'focusout'])
    field.dispatchEvent(new Event(name, { bubbles: true }))
}

/**
 * Replays changes made before hydration, which React ignores (facebook/react#12955; #33129 fixes it behind a flag). All are
 * collected first, because each replay may render other fields again.
 */
export async function replayEarlyChanges(): Promise<void> {
  const changes = [...document.querySelectorAll<Field>('input:not([type=hidden], [type=file]), select, textarea')]
    .map((field) => ({ field, wanted: stateOf(field) }))
    // Selecting a radio button clears the others.
    .filter(({ field, wanted }) => wanted !== renderedOf(field) && (wanted || field.type !== 'radio'))
  for (const { field, wanted } of changes) {
    replay(field, wanted)
    await new Promise((done) => setTimeout(done))
    // Sliders commit on release.
    field.dispatchEvent(new Event('keyup', { bubbles: true }))
  }
}
