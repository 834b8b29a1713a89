import type { Locator } from 'playwright-core'
import { m } from '#messages'
import { home } from '#test/builders.ts'

/** Fills in the home address in the visible booking form. */
export async function fillAddress(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  const say = { locale }
  await form.getByLabel(m.settings_address({}, say)).fill(home.house)
  await form.getByLabel(m.settings_area({}, say), { exact: true }).fill(home.area)
}

/** Says in the visible booking form who agrees for a new student, as a family does at its first booking. */
export async function agreeAsParent(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  const say = { locale }
  await form.getByLabel(m.consent_relation({}, say)).selectOption('mother')
  await form.getByLabel(m.consent_name({}, say)).fill('Meera Sharma')
  await form.getByLabel(m.consent_tick({}, say)).check()
}

/** Accepts the code of conduct in the visible booking form, as a family does before its first class at home. */
export async function acceptConduct(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  await form.getByLabel(m.conduct_tick({}, { locale })).check()
}
