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

const fields = 'input:not([type=hidden], [type=file]), select, textarea'
const allFields = () => [...document.querySelectorAll<Field>(fields)]

const touched = new Set<Field>()
const note = ({ target }: Event) => {
  if (target instanceof Element && target.matches(fields)) touched.add(target as Field) // safe: it matches
}

/**
 * Notes what is changed until `replayEarlyChanges`. Some fields are not there any more then: a card of a page without scripts
 * becomes a dialog.
 */
export function watchEarlyChanges(): void {
  for (const field of allFields()) if (stateOf(field) !== renderedOf(field)) touched.add(field)
  document.addEventListener('input', note, true)
}

/** Equal for a field and the one that replaces it. `plain` marks forms sent without scripts. */
function keyOf(field: Field): string {
  const hidden = field.form?.querySelectorAll<HTMLInputElement>('input[type=hidden]:not([name=plain])') ?? []
  const form = [...hidden].map(({ name, value }) => `${name}=${value}`)
  return JSON.stringify([field.type, field.name, isTick(field) ? field.value : '', ...form])
}

/**
 * Replays changes made before hydration, which React ignores (facebook/react#12955; #33129 fixes it behind a flag). All are
 * collected first, because each replay may render other fields again.
 */
export async function replayEarlyChanges(): Promise<void> {
  document.removeEventListener('input', note, true)
  const changes = [...new Set([...allFields(), ...touched])]
    .map((field) => ({ field, wanted: stateOf(field) }))
    // Selecting a radio button clears the others.
    .filter(({ field, wanted }) => wanted !== renderedOf(field) && (wanted || field.type !== 'radio'))
  const replayed = new Set<Field>()
  const isFree = (one: Field) => !replayed.has(one) && changes.every(({ field }) => field !== one)
  const replacementOf = (gone: Field) =>
    gone.name ? allFields().find((field) => isFree(field) && keyOf(field) === keyOf(gone)) : undefined
  // Twice: what renders differently with scripts is replaced right after hydration.
  for (const { field: changed, wanted } of [...changes, ...changes]) {
    const field = changed.isConnected ? changed : replacementOf(changed)
    if (!field || replayed.has(field)) continue
    replayed.add(field)
    replay(field, wanted)
    await new Promise((done) => setTimeout(done))
    // Sliders commit on release.
    field.dispatchEvent(new Event('keyup', { bubbles: true }))
  }
}
