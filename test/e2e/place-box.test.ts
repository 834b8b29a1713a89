// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { m } from '#messages'
import { hrefIn } from '#web/locale.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const place = (url: string) => {
  const { state, city, area } = Object.fromEntries(new URL(url).searchParams)
  return { state, city, area }
}
const vijayNagar = { state: 'Madhya Pradesh', city: 'Indore', area: 'Vijay Nagar' }

describe.each([
  { locale: 'en', width: 1280, typed: 'vijay nagar', label: 'Vijay Nagar, Indore' },
  { locale: 'hi', width: 360, typed: 'विजय', label: 'विजय नगर, इंदौर' },
] as const)('the area field ($locale, $width px)', ({ locale, width, typed, label }) => {
  const say = { locale }

  test('on the home page suggests places by keyboard, remembers them and finds their mentors', async () => {
    const { page, context, problems } = await site.visit({ width })
    await page.goto(hrefIn(locale, '/'))
    await pageReady(page)
    const field = page.getByRole('combobox', { name: m.home_area({}, say) })
    await page.locator('#find-area').focus()
    await page.getByRole('option', { name: m.list_locate({}, say) }).waitFor()
    await expectAccessible(page)
    await field.pressSequentially(typed)
    await page.getByRole('option', { name: label, exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    const list = await page.getByRole('listbox').first().boundingBox()
    const button = await page.getByRole('button', { name: m.home_find_mentors({}, say) }).boundingBox()
    expect(list && button && list.y > 0 && list.y + list.height <= button.y).toBe(true)
    await field.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await page.locator('[role=option][aria-selected=true]').getAttribute('id'),
    )
    await field.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await field.press('ArrowDown')
    await field.press('Enter')
    expect(await field.inputValue()).toBe(label)
    await field.fill('')
    await page.getByRole('option', { name: label }).waitFor()
    await page.getByRole('option', { name: label }).click()
    await field.press('Enter')
    await page.waitForURL(/city=Indore/)
    expect(place(page.url())).toEqual(vijayNagar)
    expect(await page.evaluate('localStorage.recentPlaces')).toContain('Vijay Nagar')
    expect(problems).toEqual([])
    await context.close()
  })

  test('in the list finds places of other cities, PIN codes and the device', async () => {
    const { page, context, problems } = await site.visit({ width })
    await page.goto(hrefIn(locale, '/mentors?city=Bhopal'))
    await pageReady(page)
    if (width < 1024) await page.locator('a[href="#filters"]').click()
    const filters = width < 1024 ? page.getByRole('dialog') : page.locator('#filters')
    const field = filters.locator('input[name=area]')
    await field.fill('452010')
    await filters.getByRole('option', { name: label, exact: true }).click()
    await page.waitForURL(/city=Indore/)
    expect(place(page.url())).toEqual(vijayNagar)
    await expect.poll(() => field.inputValue()).toBe('Vijay Nagar')
    await field.fill('qqqqq')
    await filters.getByText(m.list_places_none({}, say)).waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 23.2599, longitude: 77.4126 })
    await field.fill('')
    await filters.getByRole('option', { name: m.list_locate({}, say) }).click()
    await page.waitForURL(/lat=23.2605&lon=77.4117/)
    expect(problems).toEqual([])
    await context.close()
  })
})

test.each([
  ['Vijay Nagar, Indore', vijayNagar],
  ['विजय नगर, इंदौर', vijayNagar],
  ['453441', { state: 'Madhya Pradesh', city: 'Mhow' }],
  ['Bombay', { state: 'Maharashtra', city: 'Mumbai' }],
])('without scripts the form of the home page finds mentors in "%s"', async (typed, expected) => {
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await page.goto('/')
  await page.locator('#find-area').fill(typed)
  await page.getByRole('button', { name: 'Find mentors' }).click()
  await page.waitForURL(/\/mentors\?/)
  expect(place(page.url())).toEqual(expected)
  await page.goto('/mentors?area=Nowhereville')
  await page.getByText("We couldn't find the area Nowhereville.").waitFor()
  await context.close()
})
