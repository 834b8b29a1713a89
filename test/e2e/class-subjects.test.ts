// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAdmin, makeMentor } from '#test/builders.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const labels = async (page: Page) =>
  (await page
    .locator('#filters input[name=subject]')
    .evaluateAll((boxes) =>
      boxes.map((one) => one.closest('label')?.textContent?.replace(/\d+$/, '').trim() ?? ''),
    )) as string[]
const middle = ['English', 'Mathematics', 'Science', 'Social Science', 'Hindi']
const lists = {
  2: ['English', 'Mathematics', 'EVS', 'Hindi'],
  5: middle,
  7: [...middle, 'Sanskrit'],
  10: [...middle, 'Sanskrit'],
  12: ['Physics', 'Chemistry', 'Mathematics', 'Biology', 'Business Studies', 'Accountancy', 'Economics', 'English'],
}

test('the subjects of a class are offered in filters, among selected mentors and on the home page', async () => {
  const { page, context, problems } = await site.visit({ width: 1280 })
  for (const [grade, subjects] of Object.entries(lists)) {
    for (const path of ['/mentors', '/selected-mentors']) {
      await page.goto(`${path}?class=${grade}`)
      expect(await labels(page), path).toEqual(subjects)
    }
  }
  await page.goto('/hi/selected-mentors?class=5')
  expect(await labels(page)).toEqual(['अंग्रेज़ी', 'गणित', 'विज्ञान', 'सामाजिक विज्ञान', 'हिन्दी'])
  await page.goto('/')
  const subject = page.getByLabel('Subject', { exact: true })
  const options = async () => (await subject.locator('option').allTextContents()).slice(1)
  expect(await options()).toContain('Computer Science')
  await pageReady(page)
  await subject.selectOption('computer-science')
  for (const [grade, subjects] of Object.entries(lists)) {
    await page.locator('#find-class').selectOption(grade)
    await expect.poll(options).toEqual(subjects)
  }
  // A subject the class does not offer is not submitted with it.
  expect(await subject.inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test("a mentor of a subject outside the class's list can still be found", async () => {
  await makeMentor(site.db, { name: 'Kavita Rao', offers: [['class-1-6', 'computer-science']] })
  const { page, context } = await site.visit({ width: 1280 })
  await page.goto('/mentors?class=2&subject=computer-science&within=5000')
  expect(await labels(page)).toEqual([...lists[2], 'Computer Science'])
  await page.getByText('Kavita Rao').first().waitFor()
  await context.close()
})

test('subjects an admin adds to a class are offered, removed ones are not', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  const { phone } = await makeAdmin(site.db, { role: 'owner' })
  await site.login(page, phone, 'admin')
  await page.goto('/admin/subjects/grade/class-7-8')
  await page.getByRole('checkbox', { name: 'Reasoning' }).check()
  await page.getByRole('checkbox', { name: 'Political Science' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  const visitor = await site.visit({ width: 1280 })
  await visitor.page.goto('/selected-mentors?class=7')
  expect(await labels(visitor.page)).toEqual([...lists[7], 'Political Science', 'Reasoning'])
  await visitor.context.close()
  await context.close()
})

test('selectors type their placeholder, a letter every 150 ms, and keep their accessible names', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page, context } = visit
  await page.goto('/selected-mentors')
  await expectSound(visit)
  const typed = page.locator('#filters .typed-text').first()
  const typedTexts = page.locator('#filters .typed-text')
  expect(await typedTexts.allTextContents()).toEqual(['Any class', 'Any subject', 'Any state', 'Choose a state first'])

  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await pageReady(page)
  await page.clock.runFor(5_100)
  await expect.poll(() => typed.textContent()).toBe('A')
  await page.clock.runFor(300)
  await expect.poll(() => typed.textContent()).toBe('Any')
  await page.clock.runFor(900)
  await expect.poll(() => typed.textContent()).toBe('Any class')
  await page.clock.runFor(4_000)
  expect(await typed.textContent()).toBe('Any class')
  const names = await page
    .locator('#filters')
    .getByRole('combobox')
    .evaluateAll((all) => all.length)
  expect(names).toBeGreaterThan(1)
  for (const name of ['Class', 'State', 'City'])
    await page.locator('#filters').getByLabel(name, { exact: true }).waitFor()
  await context.close()
})
