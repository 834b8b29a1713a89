import type { Locator } from 'playwright-core'
import { m } from '#messages'
import { home } from '#test/builders.ts'

/** Says where a class at home takes place, in the booking form that is seen. */
export async function fillAddress(form: Locator, locale: 'en' | 'hi' = 'en'): Promise<void> {
  const say = { locale }
  await form.getByLabel(m.settings_address({}, say)).fill(home.house)
  await form.getByLabel(m.settings_area({}, say), { exact: true }).fill(home.area)
}
