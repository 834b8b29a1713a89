import { sql } from 'kysely'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { few, sized } from '#test/rounds.ts'
import { monthBefore, settledAt } from '#test/settled-classes.ts'
import { hrefIn } from '#web/locale.ts'
import { expectAccessible, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const widths = sized([360, 1280], [360, 820, 1024, 1280])
const apps = {
  student: {
    phone: demoPhones.parent,
    pages: ['', '/classes', '/payments'].map((page) => `/dashboard/student${page}`),
    /** Above the fold of a phone. */
    first: '#next-class',
    /** Most height on a phone. */
    heights: { '': 1_500 },
  },
  mentor: {
    phone: demoPhones.mentor,
    pages: ['', '/students', '/calendar', '/earnings', '/profile'].map((page) => `/dashboard/mentor${page}`),
    // A day without classes begins with what waits.
    first: ':is([aria-labelledby=today], .first-on-phones) li',
    heights: { '': 1_500, '/calendar': 1_500, '/profile': 2_300 },
  },
} as const
const cells = few(
  [
    { who: 'student', locale: 'hi' },
    { who: 'mentor', locale: 'hi' },
    { who: 'student', locale: 'en' },
    { who: 'mentor', locale: 'en' },
  ] as const,
  2,
)

/** Buttons that are cut off, wrapped onto two lines, or too small to tap. */
const badButtons = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main .btn, .tab-bar a, .side-rail a')].filter((one) => one.checkVisibility()).flatMap((one) => {
    const box = one.getBoundingClientRect()
    const isBad = one.scrollWidth > one.clientWidth + 1 || box.height > 64 || box.height < 44 || box.right > innerWidth + 1
    return isBad ? [one.textContent.trim() + ' ' + box.width + 'x' + box.height] : []
  })`)

test.each(cells)(
  'the app of a $who ($locale): short home, its first card in view, whole buttons, true titles',
  async ({ who, locale }) => {
    const { phone, pages, first, heights } = apps[who]
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, phone, who)
    const titles = new Set<string>()
    for (const path of [...pages, '/dashboard/more']) {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(hrefIn(locale, path))
      await pageReady(page)
      titles.add(await page.title())
      expect(await page.locator('.site-footer').count(), path).toBe(0)
      expect(await page.locator('.tab-bar [aria-current=page]').count(), path).toBe(1)
      const most = heights[path.slice(`/dashboard/${who}`.length) as '']
      if (most) expect(await page.evaluate('document.documentElement.scrollHeight'), path).toBeLessThanOrEqual(most)
      if (path === pages[0]) {
        const box = await page.locator(first).first().boundingBox()
        expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThan(740 - 64)
      }
      await expectAccessible(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect(await badButtons(page), `${path} ${width}`).toEqual([])
      }
    }
    expect(titles.size).toBe(pages.length + 1)
    expect(visit.problems).toEqual([])
    await visit.context.close()
  },
)

test.each(['hi'] as const)(
  'a family with two children, six bookings and an unpaid order: one card, whose time ends first (%s)',
  async (locale) => {
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, apps.student.phone)
    const one = await sql<{ id: string; learner: string; children: number; bookings: number }>`
      select m.id, (select id from learner where family_id = f.id order by id limit 1) as learner,
        (select count(*)::int from learner where family_id = f.id) as children,
        (select count(*)::int from booking where family_id = f.id) as bookings
      from mentor m, family f join account a on a.id = f.account_id
      where m.slug = 'sunita-deshpande' and a.phone = ${apps.student.phone}`.execute(site.db)
    const { id: mentorId, learner: learnerId, children, bookings = 0 } = one.rows[0] ?? {}
    expect(children).toBe(2)
    const order = async () => {
      const given = { mentorId, plan: 'hourly', hours: 1, mode: 'online', learnerId, subject: 'mathematics' }
      const { learnerId: _, ...priced } = given
      const quoted = await (
        await page.request.get('/api/payment/quote', { params: { ...priced, mentorId: mentorId ?? '' } })
      ).json()
      const reply = await page.request.post('/api/payment/create-order', {
        data: { ...given, amount: quoted.data.amount },
      })
      expect(reply.status(), await reply.text()).toBe(200)
      return (await reply.json()).checkout_url as string
    }
    for (let count = bookings; count < 6; count++) {
      await page.goto(await order())
      await page.locator('button[value=success]').click()
      await page.waitForURL('**/payment-status?**')
    }
    await order()
    const first = async () => {
      await page.goto(hrefIn(locale, '/dashboard/student'))
      await pageReady(page)
      const cards = page.locator('.first-waiting li').filter({ visible: true })
      expect(await cards.count()).toBe(1)
      const next = await page.locator('[aria-labelledby=next-class]').boundingBox()
      expect((next?.y ?? 740) + (next?.height ?? 0)).toBeLessThan(740 - 64)
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1_500)
      return await cards.locator('xpath=ancestor::section').getAttribute('aria-labelledby')
    }
    // Half an hour for the payment, then until a class is confirmed by itself; a proposed time is answered in the next class.
    expect(await first()).toBe('open-payments')
    expect(await page.locator('[aria-labelledby=next-class] button[value=accept]').count()).toBe(1)
    await sql`update payment_order set created_at = now() + interval '5 days' where status = 'created'`.execute(site.db)
    expect(await first()).toBe('to-confirm')
    expect(await page.locator('#changes').count()).toBe(0)
    await expectAccessible(page)
    expect(visit.problems).toEqual([])
    await sql`update payment_order set status = 'failed' where status = 'created'`.execute(site.db)
    await visit.context.close()
  },
)

/** Statements of each page at most. */
const statements = {
  student: { '': 4, '/classes': 4, '/payments': 3 },
  mentor: { '': 3, '/students': 3, '/calendar': 10, '/earnings': 13, '/profile': 13 },
} as const

test.each(['student', 'mentor'] as const)(
  'each page of a %s reads its session once, and sends as few statements as it did',
  async (who) => {
    const { page, context } = await site.visit({ width: 360 })
    await site.login(page, apps[who].phone, who)
    for (const path of apps[who].pages) {
      await page.request.get(path)
      // Jobs and the site's own clocks send statements meanwhile: they can only add to a count, so the least of three is the page's.
      const counts: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        const query = vi.spyOn(pg.Client.prototype, 'query')
        const reply = await page.request.get(path)
        const texts = query.mock.calls.map(([one]: unknown[]) =>
          typeof one === 'string' ? one : (one as { text: string }).text,
        )
        query.mockRestore()
        expect(reply.status()).toBe(200)
        expect(
          texts.filter((text) => text.includes('s.token_hash =')),
          path,
        ).toHaveLength(1)
        counts.push(texts.filter((text) => !text.includes('pgboss')).length)
      }
      const most: Record<string, number> = statements[who]
      expect(Math.min(...counts), path).toBeLessThanOrEqual(most[path.slice(`/dashboard/${who}`.length)] ?? 0)
    }
    // A session that ends is ended for the next page.
    await sql`update session set revoked_at = now()`.execute(site.db)
    expect((await page.request.get('/dashboard/more', { maxRedirects: 0 })).status()).toBe(302)
    await context.close()
  },
)

test('addresses in messages sent earlier lead to the new pages, with the rest of their query', async () => {
  const family = await site.visit({ width: 360 })
  await site.login(family.page, apps.student.phone, 'student')
  const landing = async (page: Page, path: string) => {
    await page.goto(path)
    return new URL(page.url()).pathname + new URL(page.url()).search
  }
  expect(await landing(family.page, '/dashboard/student?tab=payments&shown=2')).toBe(
    '/dashboard/student/payments?shown=2',
  )
  expect(await landing(family.page, '/hi/dashboard/student?tab=schedule')).toBe('/hi/dashboard/student/classes')
  expect(await landing(family.page, '/dashboard/calendar?month=2026-10')).toBe(
    '/dashboard/student/classes?month=2026-10',
  )
  const id = '0196f3a0-0000-7000-8000-000000000000'
  expect(await landing(family.page, `/dashboard/student/timetable/${id}`)).toBe(`/bookings/${id}`)
  const mentor = await site.visit({ width: 360 })
  await site.login(mentor.page, apps.mentor.phone, 'mentor')
  expect(await landing(mentor.page, '/dashboard/mentor?tab=earnings')).toBe('/dashboard/mentor/earnings')
  expect(await landing(mentor.page, '/dashboard/calendar')).toBe('/dashboard/mentor/calendar')
  await Promise.all([family, mentor].map(({ context }) => context.close()))
})

test('an entry of the bar shows its page at once, while its data is on its way', async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student')
  await pageReady(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/dashboard/student/payments.data**', async (route) => {
    await held
    await route.continue()
  })
  await page.locator('.tab-bar').getByRole('link', { name: m.shell_payments() }).click()
  await page.getByRole('heading', { level: 1, name: m.shell_payments() }).waitFor()
  const busy = page.locator('main[aria-busy=true]')
  await busy.waitFor()
  const titleTop = async () => (await page.locator('main h1').filter({ visible: true }).boundingBox())?.y
  const before = await titleTop()
  expect(await busy.locator('.skeleton').count()).toBe(4)
  expect(await page.locator('.tab-bar [aria-current=page]').textContent()).toBe(m.shell_payments())
  answer()
  await page.getByRole('heading', { name: m.dash_history() }).waitFor()
  expect(await busy.count()).toBe(0)
  expect(await titleTop()).toBe(before)
  await page.locator('.tab-bar').getByRole('link', { name: m.shell_classes() }).click()
  await page.waitForURL('**/dashboard/student/classes')
  await page.getByRole('heading', { name: m.calendar_feed() }).waitFor()
  // A booking has another shape, and leads back to where it was opened.
  let open = () => {}
  const late = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/bookings/*.data**', async (route) => {
    await late
    await route.continue()
  })
  await page.locator('main a[href*="/bookings/"]').filter({ visible: true }).first().click()
  await busy.waitFor()
  expect(await busy.locator('h1').count()).toBe(0)
  open()
  await page.waitForURL('**/bookings/*')
  await page.locator('main').getByRole('link', { name: m.shell_classes(), exact: true }).click()
  await page.waitForURL('**/dashboard/student/classes')
  await visit.context.close()
})

test('earnings by month: a plot with axes, and the classes of the month that is opened, without scripts', async () => {
  const before = await monthBefore(site.db)
  const { rows } = await sql<{
    id: string
    net: number
  }>`select j.subject_id as id, -e.amount_paise as net from journal j
    join ledger_entry e on e.journal_id = j.id join ledger_account o on o.id = e.account_id and o.kind = 'mentor_payable'
    join mentor m on m.id = o.owner_id join account a on a.id = m.account_id
    where a.phone = ${apps.mentor.phone} and j.kind = 'lesson' order by j.at limit 1`.execute(site.db)
  await settledAt(
    site.db,
    rows.map(({ id }) => id),
    before.last,
  )
  const { page, context } = await site.visit({ width: 360, scripts: false })
  await site.login(page, apps.mentor.phone, 'mentor')
  await page.goto('/hi/dashboard/mentor/earnings?month=')
  const section = page.locator('[aria-labelledby=earn-months]')
  const months = section.locator('a[aria-expanded]')
  expect(await section.locator('ul ul').count()).toBe(0)
  expect(await section.locator('rect').count()).toBe(await months.count())
  expect(await section.locator('svg text', { hasText: /^₹0$/ }).count()).toBe(1)
  const last = months.last()
  expect(await last.getAttribute('aria-expanded')).toBe('false')
  expect(await last.textContent()).toContain(m.earn_month_class({}, { locale: 'hi' }))
  expect(await last.textContent()).toContain(`₹${(rows[0]?.net ?? 0) / 100}`)
  await last.click()
  expect(new URL(page.url()).search).toBe(`?month=${before.month}`)
  expect(await section.locator('ul ul > li').count()).toBe(1)
  expect(await last.getAttribute('aria-expanded')).toBe('true')
  await expectNoSidewaysScroll(page)
  await last.click()
  expect(await section.locator('ul ul').count()).toBe(0)
  await context.close()
})

test('classes on a phone: the next one first, then the list, the month after it', async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await site.login(page, apps.student.phone, 'student')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/hi/dashboard/student/classes')
  await pageReady(page)
  const next = await page.locator('[aria-labelledby=next-class]').boundingBox()
  expect((next?.y ?? 740) + (next?.height ?? 0)).toBeLessThan(740 - 64)
  const grid = await page.getByRole('grid').boundingBox()
  expect(grid?.y).toBeGreaterThan((next?.y ?? 0) + (next?.height ?? 0))
  for (const day of await page.locator('section[id^=day-]').filter({ visible: true }).all())
    expect((await day.boundingBox())?.y).toBeLessThan(grid?.y ?? 0)
  await expectAccessible(page)
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('payments: the parts add up to what was paid', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student/payments')
  const text = ((await page.locator('[aria-labelledby=unused]').textContent()) ?? '').replaceAll(',', '')
  const amount = (name: string) =>
    Number(new RegExp(`${name}\\s*(−?)₹([\\d.]+)`).exec(text)?.slice(1).join('').replace('−', '-') ?? 0)
  const used = [m.dash_money_completed(), m.dash_money_charged(), m.dash_money_refunded()]
  const parts = [m.dash_money_unused(), ...used, m.dash_money_credits()]
  const paid = amount(m.dash_money_paid().replaceAll(',', ''))
  expect(paid).toBeGreaterThan(0)
  expect(amount(m.dash_money_completed().replaceAll(',', ''))).toBeGreaterThan(0)
  expect(parts.reduce((sum, name) => sum + Math.round(amount(name.replaceAll(',', '')) * 100), 0)).toBe(
    Math.round(paid * 100),
  )
  await context.close()
})

test('each step of a family is one tap away: see a charge, open what waits for a time, confirm, renew, write about a class', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student')
  await pageReady(page)
  await page.getByRole('link', { name: `${m.dash_money_charged()}: ₹187.50` }).click()
  await page.getByRole('dialog').getByText('₹187.50', { exact: true }).waitFor()
  await page.goto('/dashboard/student/classes')
  await pageReady(page)
  await page.getByRole('link', { name: new RegExp(`${m.calendar_no_time()}.*English.*Ananya`) }).click()
  await page.locator('[data-step=await-time]').waitFor()
  await page.goto('/dashboard/student/classes')
  await pageReady(page)
  await page.locator('#to-confirm ~ ul').getByRole('button', { name: m.dash_yes() }).waitFor()
  await page.locator('#to-confirm ~ ul').getByRole('link', { name: m.dash_problem() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.dispute_send() }).waitFor()
  await page.goto('/dashboard/student/payments')
  await pageReady(page)
  await page.getByRole('link', { name: m.renew_monthly() }).first().click()
  await page.locator('#renew').getByRole('button').waitFor()
  await expectAccessible(page)
  await page.getByText(m.timetable_over(), { exact: true }).click()
  await page.locator('a[href*="/contact-us?"]').filter({ visible: true }).first().click()
  await page.waitForURL('**/contact-us?**')
  expect(await page.locator('[name=topic]').inputValue()).toBe('booking')
  expect(await page.locator('[name=mentor]').inputValue()).not.toBe('')
  expect(await page.locator('[name=message]').inputValue()).toMatch(/^About the Mathematics class on \w{3}\s\d/)
  await context.close()
})

test('a report is called so on its page', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, apps.student.phone, 'student')
  const { rows } = await sql<{
    number: string
  }>`select c.number from support_case c join account a on a.id = c.account_id
    where a.phone = ${apps.student.phone} and c.kind = 'dispute' limit 1`.execute(site.db)
  const number = rows[0]?.number ?? ''
  await page.goto(`/cases/${number}`)
  expect(await page.title()).toContain(m.track_page_report({ number }))
  await page.getByText(m.track_event_report()).waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/request/i)
  await context.close()
})

test('a new family and a new mentor: each entry of the bar says what it is for and where to go on', async () => {
  const mentor = await makeMentor(site.db)
  const home = { student: '/dashboard/student', mentor: '/dashboard/mentor' }
  for (const { who, phone, texts } of [
    {
      who: 'student',
      phone: newPhone(),
      texts: {
        [home.student]: [m.dash_none_title(), m.dash_book_a_class()],
        [`${home.student}/classes`]: [m.dash_none_text(), m.dash_book_a_class()],
        [`${home.student}/payments`]: [m.dash_payments_none(), m.dash_book_a_class()],
        '/chat': [m.chat_none_family(), m.chat_find_mentor()],
        '/dashboard/more': [m.settings_learners(), m.calendar_feed()],
      },
    },
    {
      who: 'mentor',
      phone: mentor.phone,
      texts: {
        [home.mentor]: [m.hours_missing(), m.setup_account()],
        [`${home.mentor}/students`]: [m.dash_students_none(), m.dash_see_profile()],
        [`${home.mentor}/calendar`]: [m.calendar_unset()],
        [`${home.mentor}/earnings`]: [m.earn_none_title(), m.earn_account_add()],
        [`${home.mentor}/profile`]: [m.hours_missing(), m.dash_see_profile()],
        '/chat': [m.chat_none_mentor()],
        '/dashboard/more': [m.hours_title(), m.tax_title()],
      },
    },
  ] as const) {
    const visit = await site.visit({ width: 360 })
    const { page } = visit
    await site.login(page, phone, who)
    expect(Object.keys(texts).sort()).toEqual([...apps[who].pages, '/chat', '/dashboard/more'].sort())
    for (const [path, shown] of Object.entries(texts)) {
      await page.goto(path)
      await pageReady(page)
      expect(await page.locator('h1').count(), path).toBe(1)
      for (const text of shown)
        expect(
          await page.locator('main').getByText(text).filter({ visible: true }).count(),
          `${path}: ${text}`,
        ).toBeGreaterThan(0)
      expect(await badButtons(page), path).toEqual([])
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    expect(visit.problems).toEqual([])
    await visit.context.close()
  }
})

test("a mentor's calendar: the week with hours, leave and classes, and the month", async () => {
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, apps.mentor.phone, 'mentor')
  const { rows } = await sql<{ at: string; day: string; other: string }>`
    select to_char(l.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as at, to_char(w.monday + 7, 'YYYY-MM-DD') as day,
      to_char(w.monday + 8, 'YYYY-MM-DD') as other
      from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id
      join account a on a.id = m.account_id, lateral (select date_trunc('week', now() at time zone 'Asia/Kolkata')::date as monday) w
    where a.phone = ${apps.mentor.phone} and l.state = 'scheduled' order by l.starts_at limit 1`.execute(site.db)
  const [{ at = '', day = '', other = '' } = {}] = rows
  expect((await page.request.post('/api/mentor/leave', { data: { from: day, to: day } })).status()).toBe(200)
  const hours = [{ from: '06:10', to: '07:20' }]
  expect((await page.request.put(`/api/mentor/availability/days/${other}`, { data: { hours } })).status()).toBe(200)
  await page.goto('/dashboard/mentor/calendar')
  await page.getByRole('link', { name: m.calendar_week_after() }).click()
  await page.waitForURL(`**/calendar?week=${day}`)
  const days = page.locator('main ol > li')
  expect(await days.count()).toBe(7)
  await days.first().getByText(m.leave_title()).waitFor()
  await days
    .nth(1)
    .getByText(m.free_from_to({ from: '6:10 am', to: '7:20 am' }))
    .waitFor()
  await days.nth(1).getByText(m.calendar_other_hours()).waitFor()
  const exceptions = page.locator('[aria-labelledby=exceptions] li')
  await exceptions.filter({ hasText: m.free_from_to({ from: '6:10 am', to: '7:20 am' }) }).waitFor()
  expect(await exceptions.filter({ hasText: m.leave_title() }).count()).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.goto(`/dashboard/mentor/calendar?week=${at}`)
  expect(await days.locator('a[href^="/bookings/"]').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name: m.calendar_month(), exact: true }).click()
  await page.getByRole('grid').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: m.calendar_week(), exact: true }).click()
  await page.waitForURL('**/dashboard/mentor/calendar')
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('long names take two lines of a phone at most, and no word of them is cut', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, apps.mentor.phone, 'mentor')
  const long = 'Venkatanarasimharajuvari Lakshminarasimhan'
  await sql`update booking set student_name = ${long} where mentor_id = (select m.id from mentor m join account a on a.id = m.account_id
    where a.phone = ${apps.mentor.phone})`.execute(site.db)
  await sql`update mentor set full_name = 'Padmanabhan Lakshminarasimhan Venkatasubramanian Iyer' where account_id =
    (select id from account where phone = ${apps.mentor.phone})`.execute(site.db)
  await sql`update family set name = 'Venkatanarasimharajuvaripeta Rao'`.execute(site.db)
  for (const path of ['', '/students']) {
    await page.goto(`/dashboard/mentor${path}`)
    await pageReady(page)
    const names = page.locator('.long-name').filter({ visible: true })
    expect(await names.count(), path).toBeGreaterThan(0)
    // Its lines, whether some of it is hidden, and whether a word is wider than the line.
    const bad =
      await page.evaluate(`[...document.querySelectorAll('.long-name')].filter((one) => one.checkVisibility()).flatMap((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      const isHidden = one.scrollHeight > one.clientHeight + 8
      one.style.overflowWrap = 'normal'
      const isBroken = one.scrollWidth > one.clientWidth + 1
      one.style.overflowWrap = ''
      return lines > 2 || isHidden || isBroken ? [one.textContent + ' ' + lines + ' ' + isBroken] : []
    })`)
    expect(bad, path).toEqual([])
  }
  await context.close()
})

test('on a day without classes a phone shows what waits above the next class', async () => {
  await sql`update lesson set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
    where (starts_at at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date and booking_id in (select b.id from booking b
      join mentor m on m.id = b.mentor_id join account a on a.id = m.account_id where a.phone = ${apps.mentor.phone})`.execute(
    site.db,
  )
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, apps.mentor.phone, 'mentor')
  await page.goto('/dashboard/mentor')
  await pageReady(page)
  await page.getByText(m.dash_today_none()).waitFor()
  const waiting = await page.locator('.first-on-phones section').first().boundingBox()
  const next = await page.locator('[aria-labelledby=today] ol').boundingBox()
  expect(waiting?.y).toBeLessThan(next?.y ?? 0)
  await context.close()
})

test('a class in progress is now, and not among what waits for the family', async () => {
  const { rows } = await sql<{ booking: string }>`
    with l as (update lesson set starts_at = now() - interval '10 minutes', ends_at = now() + interval '90 minutes'
      where id = (select l.id from lesson l join booking b on b.id = l.booking_id join family f on f.id = b.family_id join account a on a.id = f.account_id
        where a.phone = ${apps.student.phone} and b.plan = 'monthly' and l.status = 'scheduled' order by l.starts_at limit 1)
      returning booking_id, slot_id, starts_at, ends_at)
    update teaching_slot s set starts_at = l.starts_at, ends_at = l.ends_at from l where s.id = l.slot_id returning l.booking_id as booking`.execute(
    site.db,
  )
  const { page, context } = await site.visit({ width: 1280 })
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student')
  await pageReady(page)
  await page.getByRole('heading', { name: m.dash_class_now() }).waitFor()
  await page.goto(`/dashboard/student/another-mentor/${rows[0]?.booking}`)
  await page.getByText(m.replace_under_way()).waitFor()
  expect(await page.locator('[aria-labelledby=balance]').textContent()).toContain(`${m.dash_balance_waiting()}1 class`)
  await context.close()
})

test('whether an adult was at home is asked after a class is confirmed, and kept', async () => {
  const plain = await site.visit({ width: 360, scripts: false })
  await site.login(plain.page, apps.student.phone, 'student')
  await plain.page.goto('/dashboard/student')
  // Without scripts, before.
  await plain.page.getByRole('group', { name: m.adult_at_home() }).getByLabel(m.adult_no(), { exact: true }).check()
  await plain.context.close()
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, apps.student.phone, 'student')
  await page.goto('/dashboard/student')
  await pageReady(page)
  const question = page.getByText(m.adult_at_home(), { exact: true })
  expect(await question.count()).toBe(0)
  await page.getByRole('button', { name: m.dash_yes() }).click()
  await question.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: m.adult_no(), exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  const said = sql`select is_present from adult_at_home where side = 'family' order by said_at desc limit 1`
  expect((await said.execute(site.db)).rows).toEqual([{ is_present: false }])
  await context.close()
})
