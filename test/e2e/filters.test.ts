// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const search = (url: string) => new URL(url).searchParams

/** Chooses less common filters in quick succession. */
async function chooseQuickly(page: Page): Promise<void> {
  const column = page.locator('#filters')
  await page.goto('/mentors')
  await column.getByText('More filters').click()
  await column.getByLabel('Board').selectOption('CBSE Board')
  // From here on scripts run; the next choice is made before the page has rendered.
  await page.waitForURL(/board=/)
  await column.getByLabel("Mentor's gender").selectOption('female')
  await column.getByRole('checkbox', { name: 'Weekend' }).check()
  await column.getByLabel('Language', { exact: true }).selectOption('Hindi')
  await column.getByLabel('Rating', { exact: true }).selectOption('4.5')
  await page.waitForURL(/rating=4.5/)
}

describe('list filters', () => {
  test('a state opens its cities, a city its areas; each is in the address and has a chip', async () => {
    const { page, context, problems } = await site.visit({ width: 1280 })
    await page.goto('/mentors')
    // Choices before scripts run are covered in list-journeys.
    await pageReady(page)
    const column = page.locator('#filters')
    const state = column.getByLabel('State')
    const city = column.getByLabel('City')
    // The place of the list, which nobody has chosen yet.
    expect([await state.inputValue(), await city.inputValue()]).toEqual(['Madhya Pradesh', 'Indore'])
    await page.getByRole('link', { name: 'Indore Change city' }).click()
    expect(await state.evaluate((field) => field.matches(':focus'))).toBe(true)
    await state.selectOption('Any state')
    await page.getByRole('heading', { name: 'Top Tutors of India' }).waitFor()
    expect(await city.isDisabled()).toBe(true)
    expect(await city.textContent()).toContain('Choose a state first')
    await state.selectOption('Maharashtra')
    await page.waitForURL(/state=Maharashtra/)
    await city.locator('option[value="Pune"]').waitFor({ state: 'attached' })
    await city.selectOption('Pune')
    await page.waitForURL(/city=Pune/)
    await page.getByRole('heading', { name: 'Top Tutors of Pune' }).waitFor()
    const area = column.getByLabel('Area')
    await area.fill('kotrud')
    await page.getByRole('option', { name: 'Kothrud' }).click()
    await page.waitForURL(/area=Kothrud/)
    await page.getByRole('heading', { name: 'Top Tutors of Kothrud' }).waitFor()
    await page.getByRole('link', { name: 'Remove filter: Pune' }).click()
    await expect.poll(() => search(page.url()).get('city')).toBe(null)
    await page.getByRole('link', { name: 'Remove filter: Maharashtra' }).click()
    await expect.poll(() => page.url().endsWith('/mentors')).toBe(true)
    await expect.poll(() => city.inputValue()).toBe('Indore')
    expect(problems).toEqual([])
    await context.close()
  })

  test('quick choices do not undo each other', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    for (let round = 0; round < 8; round += 1) {
      await chooseQuickly(page)
      const given = Object.fromEntries(search(page.url()))
      expect(given).toMatchObject({ gender: 'female', days: 'weekend', language: 'Hindi', rating: '4.5' })
    }
    await context.close()
  })

  test('less common filters stay in the address, survive a reload and are removed by their chips', async () => {
    const { page, context, problems } = await site.visit({ width: 1280 })
    const column = page.locator('#filters')
    await chooseQuickly(page)
    await page.reload()
    const given = search(page.url())
    expect(Object.fromEntries(given)).toEqual({
      board: 'CBSE Board',
      gender: 'female',
      days: 'weekend',
      language: 'Hindi',
      rating: '4.5',
    })
    expect(await column.getByLabel('Board').inputValue()).toBe('CBSE Board')
    await expectAccessible(page)
    for (const name of ['CBSE Board', 'Female mentor', 'Hindi', 'Rating 4.5 or more']) {
      await page.getByRole('link', { name: `Remove filter: ${name}`, exact: true }).click()
      await page.getByRole('link', { name: `Remove filter: ${name}`, exact: true }).waitFor({ state: 'detached' })
    }
    expect([...search(page.url()).keys()]).toEqual(['days'])
    expect(problems).toEqual([])
    await context.close()
  })

  test('subjects show mentor counts, and the search box animates examples unless reduced motion is set', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    await page.goto('/mentors?class=8')
    expect(await page.locator('#filters label', { hasText: 'Mathematics' }).textContent()).toMatch(/^Mathematics\d+/)
    const box = page.getByRole('searchbox')
    expect(await box.getAttribute('placeholder')).toBe('Name or subject')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await pageReady(page)
    await expect.poll(() => box.getAttribute('placeholder'), { timeout: 15_000 }).toMatch(/^M/)
    await context.close()
  })

  test('one click shows all of India, the chip returns to the city', async () => {
    const { page, context } = await site.visit({ width: 1280 })
    await page.goto('/mentors?subject=mathematics')
    await page.getByRole('link', { name: 'Show all of India' }).click()
    await page.waitForURL(/within=5000/)
    await page.getByRole('link', { name: 'Remove filter: All of India' }).click()
    await page.getByRole('link', { name: 'Show all of India' }).waitFor()
    expect(search(page.url()).has('within')).toBe(false)
    await context.close()
  })

  test('without scripts a phone reaches every filter and submits the form', async () => {
    const { page, context } = await site.visit({ width: 360, scripts: false })
    await page.goto('/mentors?days=monday')
    await page.getByRole('link', { name: 'Filters' }).click()
    await page.getByLabel('State').selectOption('Rajasthan')
    await page.getByRole('button', { name: /^Show/ }).click()
    await page.getByRole('link', { name: 'Filters' }).click()
    await page.getByLabel('City').selectOption('Jaipur')
    await page.getByLabel("Mentor's gender").selectOption('female')
    await page.getByRole('button', { name: /^Show/ }).click()
    await page.getByRole('heading', { name: 'Top Tutors of Jaipur' }).waitFor()
    expect(search(page.url()).get('gender')).toBe('female')
    expect(search(page.url()).getAll('days')).toEqual(['monday'])
    await expectNoSidewaysScroll(page)
    await context.close()
  })
})

describe('selected mentors', () => {
  const twoIds = async () => {
    const reply = await fetch(`${site.url}/api/mentor?limit=2`)
    const { data } = (await reply.json()) as { data: { _id: string; fullName: string }[] } // safe: our own endpoint
    return data
  }

  test('shows the linked mentors first, then others; unknown ids are reported', async () => {
    const mentors = await twoIds()
    const { page, context, problems } = await site.visit({ width: 360 })
    const ids = [...mentors.map(({ _id }) => _id), '01890000-0000-7000-8000-000000000000'].join(',')
    await page.goto(`/selected-mentors?id=${ids}`)
    await page.getByRole('heading', { level: 1, name: /^Top Tutors's of/ }).waitFor()
    const selected = page.getByRole('region', { name: 'Selected mentors' })
    for (const { fullName } of mentors) await selected.getByRole('heading', { name: fullName }).waitFor()
    await page.getByText('1 mentor from this link is no longer available.').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('State').selectOption('Madhya Pradesh')
    await sheet.getByLabel('City').selectOption('Indore')
    await sheet.getByLabel('Select Area in Indore').fill('palasiya')
    await expectAccessible(page)
    await sheet.getByRole('option', { name: 'Palasia', exact: true }).click()
    await sheet.getByText('Selected: Palasia').waitFor()
    await page.waitForURL(/area=Palasia/)
    expect(search(page.url()).get('id')).toBe(ids)
    await sheet.getByRole('link', { name: 'Reset' }).click()
    await expect.poll(() => [...search(page.url()).keys()]).toEqual(['id'])
    for (const [width, most] of [
      [700, 2],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const columns = await page
        .locator('.silver-cards')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length))
      expect(columns).toEqual([most, most])
    }
    expect(problems).toEqual([])
    await context.close()
  })

  test('without scripts the form keeps the ids and filters the others', async () => {
    const [first] = await twoIds()
    const { page, context } = await site.visit({ width: 1280, scripts: false })
    await page.goto(`/selected-mentors?id=${first?._id}`)
    await page.getByLabel('Class', { exact: true }).selectOption('8')
    await page.getByRole('button', { name: /^Show/ }).click()
    await page.getByRole('link', { name: 'Remove filter: Class 8' }).waitFor()
    expect(search(page.url()).get('id')).toBe(first?._id)
    await page.getByRole('region', { name: 'Selected mentors' }).waitFor()
    // The form still contains the city of the list.
    await page.goto('/mentors')
    await page.getByLabel('State').selectOption('Any state')
    await page.getByRole('button', { name: /^Show/ }).click()
    await page.getByRole('heading', { name: 'Top Tutors of India' }).waitFor()
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('')
    await page.goto('/selected-mentors?q=nobodyhasthisname')
    await page.getByText('Try adjusting your search filters or reset them to see all available mentors.').waitFor()
    await context.close()
  })
})
