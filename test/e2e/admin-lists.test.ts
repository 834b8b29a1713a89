// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { awkwardNames } from './awkward-names.ts'
import { expectNoSidewaysScroll, expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const lists = [
  '/admin/mentors',
  '/admin/mentors/listing',
  '/admin/overview/mentors',
  '/admin/users',
  '/admin/users/learners',
  '/admin/sessions',
  '/admin/sessions/bookings',
  '/admin/reports',
  '/admin/subjects',
  '/admin/subjects/places',
  '/admin/refunds',
  '/admin/reviews',
  '/admin/audit',
  '/admin/jobs',
  '/call-admin',
]

/** Rows of a wrong height, cells of three lines, actions that are cut or wrapped, and frozen cells that move with the table. */
const faults = (page: Page) =>
  page.evaluate(`(() => {
    const found = []
    const isWide = window.innerWidth >= 1024
    const scroll = document.querySelector('.list-scroll')
    if (isWide) scroll.scrollLeft = 9999
    const box = scroll.getBoundingClientRect()
    for (const row of document.querySelectorAll('[data-row]')) {
      const { height, width } = row.getBoundingClientRect()
      const name = row.textContent.slice(0, 40)
      if (isWide && (height < 56 || height > 64)) found.push(name + ': ' + height + ' px high')
      for (const cell of isWide ? row.querySelectorAll('.list-cell') : [])
        // The target of a link is 20 px higher than its text.
        if (cell.getBoundingClientRect().height > (cell.querySelector('[class*="py-2.5"]') ? 62 : 52)) found.push(name + ': three lines in ' + cell.textContent)
      if (isWide) {
        const [first, last] = [row.firstElementChild, row.lastElementChild].map((one) => one.getBoundingClientRect())
        if (Math.abs(first.left - box.left) > 1 || Math.abs(last.right - box.right) > 1) found.push(name + ': moves')
      }
      for (const one of row.querySelectorAll('[data-actions] :is(a, button)')) {
        // The form of a finished call is folded on phones.
        if (!one.checkVisibility()) continue
        const inside = one.getBoundingClientRect()
        // The link to the panel is as high as a card.
        const isCardLink = !isWide && one.matches('.list-open')
        if (inside.height < 44 || (inside.height > 50 && !isCardLink)) found.push(name + ': action ' + inside.height + ' px high')
        if (one.scrollWidth > one.clientWidth + 1) found.push(name + ': action is cut')
        if (inside.left < 0 || inside.right > window.innerWidth + 1) found.push(name + ': action is outside')
      }
    }
    return found.slice(0, 5)
  })()`)

test.each([360, 820, 1024, 1280])(
  'rows are 56 to 64 px high and their actions whole, cards below 1,024 px, in both languages (%d px)',
  {
    timeout: 240_000,
  },
  async (width) => {
    const visit = await site.visit({ width })
    const { page } = visit
    await site.login(page, demoPhones.admin, 'admin')
    let count = 0
    for (const language of ['', '/hi'])
      for (const path of lists) {
        await page.goto(language + path)
        await pageReady(page)
        if ((await page.locator('[data-row]').count()) === 0) continue
        count += 1
        expect(await faults(page), `${language}${path} at ${width}`).toEqual([])
        // Accessibility once per width: it takes seconds on fifty rows.
        if (language === '/hi') await expectSound(visit)
      }
    expect(count).toBeGreaterThan(8)
    await visit.context.close()
  },
)

test.each(['', '/hi'])(
  'all five checks of a mentor are visible at 1,280 px, without scrolling the table (%s/admin/mentors)',
  async (language) => {
    const { page, context } = await site.visit({ width: 1280 })
    await site.login(page, demoPhones.admin, 'admin')
    await page.goto(`${language}/admin/mentors`)
    const shown = await page.evaluate(`(() => {
    const signs = [...document.querySelectorAll('[data-row] .list-checks li')]
    const actions = document.querySelector('td[data-actions]').getBoundingClientRect()
    const { scrollWidth, clientWidth } = document.querySelector('.list-scroll')
    const covered = signs.filter((one) => one.getBoundingClientRect().right > actions.left)
    return [signs.length / document.querySelectorAll('[data-row]').length, covered.length, scrollWidth - clientWidth]
  })()`)
    expect(shown).toEqual([5, 0, 0])
    const names = page.getByRole('columnheader').locator('.list-check-icons [title]:visible')
    expect(await names.count()).toBe(5)
    const checks = page.locator('[data-row] .list-checks').first()
    expect(await checks.ariaSnapshot()).toContain(m.admin_check_training({}, { locale: language ? 'hi' : 'en' }))
    await context.close()
  },
)

test('only a table that can be scrolled has a line on its frozen cell', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/audit')
  const shadow = () =>
    page
      .locator('td[data-actions]')
      .first()
      .evaluate((cell) => getComputedStyle(cell).boxShadow)
  expect(await shadow()).not.toContain('inset')
  await page.locator('.list-table').evaluate((table: HTMLElement) => {
    table.style.width = '1600px'
  })
  await expect.poll(shadow).toContain('inset')
  await page.locator('.list-scroll').evaluate((box) => box.scrollTo({ left: 9999 }))
  expect(await shadow()).toContain('inset')
  await context.close()
})

test('on a phone a call shows its state and number, and its form is in the panel', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/call-admin')
  await pageReady(page)
  const rows = page.locator('[data-row]')
  expect(await rows.getByRole('textbox').count()).toBe(0)
  expect(await rows.getByRole('combobox').count()).toBe(0)
  const withStatus = (status: string) => rows.filter({ has: page.locator('.badge', { hasText: status }) }).first()
  for (const status of ['New', 'Connected']) {
    expect(await withStatus(status).locator('a[href^="tel:"]').first().textContent()).toMatch(/\d{5}/)
    await withStatus(status).locator('[data-open]').click()
    const panel = page.locator('.row-panel')
    await panel.getByRole('textbox').first().waitFor()
    if (status === 'Connected')
      expect(await panel.getByRole('textbox', { name: /^Number for/ }).inputValue()).toMatch(/^\d{10}$/)
    await panel.getByRole('link', { name: m.ui_close() }).click()
    await panel.waitFor({ state: 'detached' })
  }
  await context.close()
})

test('a list is worked by keyboard: j and k move, x selects, Enter opens the panel at its own address, Esc closes it', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  const { keyboard } = page
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/mentors')
  await pageReady(page)
  const rows = page.locator('[data-row]')
  const isFocused = async (nth: number) => (await rows.nth(nth).and(page.locator(':focus')).count()) === 1
  await keyboard.press('j')
  await keyboard.press('j')
  expect(await isFocused(1)).toBe(true)
  await keyboard.press('x')
  await page.getByText(m.admin_picked_count({ count: '1' })).waitFor()
  expect(await rows.nth(1).getByRole('checkbox').isChecked()).toBe(true)
  await keyboard.press('k')
  expect(await isFocused(0)).toBe(true)
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await panel.waitFor()
  const address = page.url()
  expect(address).toMatch(/\?row=[0-9a-f-]{36}$/)
  await expectSound(visit)
  await keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await isFocused(0)).toBe(true)
  expect(page.url()).not.toContain('row=')

  // The address opens the same panel elsewhere, without scripts too.
  const plain = await site.visit({ width: 360, scripts: false })
  await site.login(plain.page, demoPhones.admin, 'admin')
  await plain.page.goto(address)
  const name = (await plain.page.getByRole('dialog').getByRole('link').first().textContent()) ?? ''
  expect(await rows.nth(0).textContent()).toContain(name)
  await plain.page.getByRole('dialog').getByRole('link', { name: m.ui_close() }).click()
  expect(await plain.page.getByRole('dialog').count()).toBe(0)
})

test('a CSV file is saved under its name, and a failed one says so', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/reviews')
  await pageReady(page)
  const link = page.getByRole('link', { name: m.admin_list_file() })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toBe('reviews.csv')
  await page.getByText(m.admin_file_done({ name: 'reviews.csv' })).waitFor()
  await context.route('**/reviews.csv*', (route) => route.abort())
  await link.click()
  await page.getByRole('alert').getByText(m.admin_file_failed()).waitFor()
  await link.waitFor()
})

test('a filter becomes a chip, a saved view and a hidden column survive a reload', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/hi/admin/users/learners')
  await pageReady(page)
  await page.getByRole('button', { name: m.admin_learners_class({}, hi) }).click()
  await page.getByLabel(m.admin_learners_class({}, hi), { exact: true }).selectOption('10')
  await page.getByRole('button', { name: m.admin_filter_apply({}, hi) }).click()
  await page.waitForURL(/grade=10/)
  const address = page.url()
  await page.getByRole('button', { name: m.admin_view_save({}, hi) }).click()
  await page.getByLabel(m.admin_view_name({}, hi)).fill('दसवीं')
  await page.keyboard.press('Enter')
  const view = page.getByRole('list', { name: m.admin_views({}, hi) }).getByRole('link', { name: 'दसवीं' })
  await view.waitFor()
  await page.getByRole('button', { name: m.admin_columns({}, hi) }).click()
  await page.getByRole('dialog').getByLabel(m.admin_learners_school({}, hi)).uncheck()
  await page.keyboard.press('Escape')
  const school = page.getByRole('columnheader', { name: m.admin_learners_school({}, hi) })
  await school.waitFor({ state: 'detached' })
  await expectSound(visit)

  await page.goto('/hi/admin/users/learners')
  await view.click()
  await page.waitForURL(/grade=10/)
  expect(new URL(page.url()).search).toBe(new URL(address).search)
  expect(await school.count()).toBe(0)
  await page.getByRole('link', { name: m.admin_filters_clear({}, hi) }).click()
  await page.waitForURL((url) => url.search === '')
  expect(visit.problems).toEqual([])

  // On a phone the same filter is in a sheet.
  const phone = await site.visit({ width: 360 })
  await site.login(phone.page, demoPhones.admin, 'admin')
  await phone.page.goto('/admin/users/learners')
  await pageReady(phone.page)
  await phone.page.getByRole('button', { name: m.admin_filters() }).click()
  await phone.page.getByLabel(m.admin_learners_class(), { exact: true }).selectOption('10')
  await expectSound(phone)
  await phone.page.getByRole('button', { name: m.admin_filters_show() }).click()
  await phone.page.waitForURL(/grade=10/)
  await phone.page.getByRole('link', { name: m.admin_filter_remove({ filter: '' }).trim() }).click()
  await phone.page.waitForURL((url) => url.search === '')
})

test('shortcuts of one letter can be turned off, which this device remembers', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  const { keyboard } = page
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/mentors')
  await pageReady(page)
  const focused = () => page.evaluate('document.activeElement.tagName')
  await page.getByRole('button', { name: m.admin_keys_turn_off() }).click()
  await page.getByText(m.admin_keys_off()).waitFor()
  await expectSound(visit)
  await page.reload()
  await page.getByText(m.admin_keys_off()).waitFor()
  for (const key of ['j', '/']) {
    await keyboard.press(key)
    expect(await focused()).toBe('BODY')
  }
  // Keys with the focus on a row stay.
  await page.locator('[data-row]').first().focus()
  await keyboard.press('ArrowDown')
  expect(await page.locator('[data-row]').nth(1).and(page.locator(':focus')).count()).toBe(1)
  await page.getByRole('button', { name: m.admin_keys_turn_on() }).click()
  await page.getByText(m.admin_list_keys()).waitFor()
  await keyboard.press('/')
  await expect.poll(focused).toBe('INPUT')
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('a row opened while the list reloads does not keep the old list', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/call-admin')
  await pageReady(page)
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  await page.route(
    '**/call-admin.data*',
    async (route) => {
      isHeld()
      // The browser gives it up when the row opens.
      await page.waitForURL(/row=/)
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  const caller = await site.visit({ width: 360 })
  const asked = await caller.page.request.post('/api/mentor-call', {
    data: { name: 'Chitra Bose', phone: '9811100321' },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  await held
  await page.locator('[data-open]').nth(1).click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('row').filter({ hasText: 'Chitra Bose' }).waitFor()
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('the address of a row on another page opens that row', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  for (const path of ['/admin/sessions', '/admin/sessions/bookings', '/admin/users']) {
    await page.goto(path)
    const id = (await page.locator('[data-row]').last().getAttribute('id'))?.replace('row-', '') ?? ''
    await page.goto(`/hi${path}?limit=1&row=${id}`)
    await page.getByRole('dialog').waitFor()
    expect(new URL(page.url()).search, path).toBe(`?q=${id}&row=${id}`)
    expect(await page.locator(`#row-${id}[data-open-row]`).count(), path).toBe(1)
  }
  const gone = '00000000-0000-4000-8000-000000000000'
  await page.goto(`/admin/users?row=${gone}`)
  await page.getByText(m.admin_row_gone()).waitFor()
  await visit.context.close()
})

test('a row starts with an empty form, whatever was typed in the one before', async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/call-admin')
  await pageReady(page)
  const note = page.locator('.row-panel').getByRole('textbox').first()
  const title = page.locator('.row-panel-title')
  await page.locator('[data-open]').first().click()
  await note.fill('9811100099')
  const first = await title.textContent()
  await page.keyboard.press('Escape')
  expect(await note.inputValue()).toBe('9811100099')
  await page
    .locator('[data-row]')
    .nth(1)
    .locator('td')
    .nth(1)
    .click({ position: { x: 4, y: 4 } })
  await expect.poll(() => title.textContent()).not.toBe(first)
  expect(await note.inputValue()).toBe('')
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test.each(['', '/hi'])(
  'long names keep rows within 64 px at 1,280 px, whole as tooltips, the actions beside them in view, and the overview as wide as the screen (%s)',
  async (language) => {
    await awkwardNames.execute(site.db)
    const { page, context } = await site.visit({ width: 1280 })
    await site.login(page, demoPhones.admin, 'admin')
    for (const path of [...lists, '/admin/messages', '/admin/disputes']) {
      await page.goto(language + path)
      await pageReady(page)
      const cut = await page.evaluate(`(() => {
      const box = document.querySelector('.list-scroll')?.getBoundingClientRect()
      const isOutside = (one) => one.checkVisibility() && one.getBoundingClientRect().right > box.right + 1
      const isHigh = (one) => one.getBoundingClientRect().height > 64
      const isNameless = (one) => one.textContent.startsWith('Padmanabhan') && !one.title && !one.querySelector('[title]')
      return [
        ...[...document.querySelectorAll('[data-row] [data-actions] :is(a, button, input)')].filter(isOutside),
        ...[...document.querySelectorAll('[data-row]')].filter(isHigh),
        ...[...document.querySelectorAll('[data-row] .list-lines')].filter(isNameless),
      ].map((one) => one.outerHTML).slice(0, 3)
    })()`)
      expect(cut, language + path).toEqual([])
    }
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${language}/admin`)
      await pageReady(page)
      await expectNoSidewaysScroll(page)
    }
    await context.close()
  },
)
