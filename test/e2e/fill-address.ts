import type { Locator } from 'playwright-core'
import { m } from '#messages'
import { home } from '#test/builders.ts'

/** Opens a step of the booking card, and closes the others; the sheet and a page without scripts show all. */
export async function openStep(form: Locator, part: 'child' | 'time' | 'place' | null): Promise<void> {
  const steps = form.locator('.book-step')
  await steps.evaluateAll((all, end) => {
    for (const one of all) one.toggleAttribute('open', one.id.endsWith(end))
  }, `-${part}`)
}

/** Fills in the home address in the visible booking form. */
export async function fillAddress(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  const say = { locale }
  await openStep(form, 'place')
  await form.getByLabel(m.settings_address({}, say)).fill(home.house)
  await form.getByLabel(m.settings_area({}, say), { exact: true }).fill(home.area)
}

/** Says in the visible booking form who agrees for a new student, as a family does at its first booking. */
export async function agreeAsParent(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  const say = { locale }
  await openStep(form, 'child')
  await form.getByLabel(m.consent_name({}, say)).fill('Meera Sharma')
  await form.getByRole('radio', { name: m.consent_mother({}, say) }).check()
  await form.getByLabel(m.consent_tick({}, say)).check()
}
