import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoAdmin, demoPhones } from '#server/demo/people.ts'
import { sized } from '#test/rounds.ts'
import { hrefIn, type Locale } from '#web/locale.ts'
import { accessibilityFindings, expectNoSidewaysScroll, pageReady, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

type Booking = {
  id: string
  status: string
  plan: string
  mentor: string
  family: string
  subject: string
  title: string
}
/** Bookings of the demo, of each state and plan. */
async function bookings(): Promise<Booking[]> {
  const { rows } = await sql<Booking>`
    select distinct on (b.status, b.plan) b.id, b.status, b.plan, ma.phone as mentor, fa.phone as family, b.subject, m.full_name as title
    from booking b join mentor m on m.id = b.mentor_id join account ma on ma.id = m.account_id
      join family f on f.id = b.family_id join account fa on fa.id = f.account_id order by b.status, b.plan, b.booked_at`.execute(
    site.db,
  )
  const isOpen = ({ status }: Booking) => status === 'scheduled' || status === 'pending_schedule'
  return rows.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
}

test('only the family and the mentor of a booking reach its page; everyone else gets the page of no address', async () => {
  const [one] = await bookings()
  if (!one) throw new Error('no booking')
  const path = `/bookings/${one.id}`
  const { rows } = await sql<{ phone: string; type: 'student' | 'mentor' }>`
    (select a.phone, 'student' as type from family f join account a on a.id = f.account_id where a.phone <> ${one.family} limit 1)
    union all (select a.phone, 'mentor' from mentor m join account a on a.id = m.account_id where a.phone <> ${one.mentor} limit 1)`.execute(
    site.db,
  )
  const { context, page } = await site.visit({ width: 360 })
  const visitor = await page.request.get(path, { maxRedirects: 0 })
  expect([visitor.status(), visitor.headers().location]).toEqual([302, `/login?next=${encodeURIComponent(path)}`])
  for (const [phone, type] of [
    [one.family, 'student'],
    [one.mentor, 'mentor'],
  ] as const) {
    await site.login(page, phone, type)
    expect((await page.request.get(path)).status()).toBe(200)
  }
  const nowhere = '/bookings/0196f3a0-0000-7000-8000-000000000000'
  // What differs between two pages of no address: the path, ids of the request, and the moment.
  const plain = (text: string) =>
    text
      .replaceAll(one.id, '')
      .replaceAll(nowhere.slice(-36), '')
      .replace(/[0-9a-f-]{32,36}|nonce="[^"]*"|\d{13}/g, '')
  for (const { phone, type } of [...rows, { phone: demoAdmin.phone, type: 'admin' as const }]) {
    await site.login(page, phone, type)
    const [theirs, none, bad] = await Promise.all(
      [path, nowhere, '/bookings/nothing'].map((address) => page.request.get(address)),
    )
    expect([theirs?.status(), none?.status(), bad?.status()], type).toEqual([404, 404, 404])
    expect(plain((await theirs?.text()) ?? '')).toBe(plain((await none?.text()) ?? ' '))
    // A form sent there changes nothing either.
    const sent = await page.request.post(path, { form: { intent: 'schedule', of: one.id, plain: '1' } })
    expect(sent.status(), type).toBeGreaterThanOrEqual(400)
  }
  await context.close()
})

const widths = sized([360, 1280], [360, 820, 1024, 1280])
test.each(sized<Locale[]>(['hi'], ['en', 'hi']))(
  '%s: each booking shows its one next step, a true title and whole actions at four widths, to both sides',
  async (locale) => {
    const titles = new Set<string>()
    let pages = 0
    for (const one of sized((await bookings()).slice(0, 2), await bookings()))
      for (const [phone, type] of [
        [one.family, 'student'],
        [one.mentor, 'mentor'],
      ] as const) {
        const { context, page, problems } = await site.visit({ width: 360 })
        await site.login(page, phone, type)
        await page.goto(hrefIn(locale, `/bookings/${one.id}`))
        await pageReady(page)
        const where = `${type} ${one.status} ${one.plan}`
        expect(await page.locator('[data-step]').count(), where).toBe(1)
        expect(await page.getByText(m.booking_next_step({}, { locale }), { exact: true }).count(), where).toBe(1)
        const title = await page.title()
        expect(title, where).toContain(type === 'student' ? one.title : ' - ')
        titles.add(`${title} ${one.id}`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoSidewaysScroll(page)
          const cut: string[] = await page.evaluate(`[...document.querySelectorAll('main .btn, main summary')]
            .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().height > 64 || one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().right > innerWidth))
            .map((one) => one.textContent + ' ' + one.getBoundingClientRect().height)`)
          expect(cut, `${where} ${width}`).toEqual([])
        }
        // The next step has the only filled button.
        expect(await page.locator('main .btn-filled').filter({ visible: true }).count(), where).toBeLessThanOrEqual(1)
        expect(await accessibilityFindings(page), where).toEqual([])
        expect(problems).toEqual([])
        pages += 1
        await context.close()
      }
    expect(titles.size).toBe(pages)
  },
)

test.each(sized<Locale[]>(['hi'], ['en', 'hi']))(
  '%s: a running month on a phone: next step and next class in view, one filled button, at most 2,600 px',
  async (locale) => {
    const { rows } = await sql<{ id: string; phone: string; open: number }>`
      select b.id, a.phone, (12 - (select count(*) from lesson where booking_id = b.id and status in ('scheduled', 'held')))::int as open
      from booking b join family f on f.id = b.family_id join account a on a.id = f.account_id join mentor m on m.id = b.mentor_id
      where a.phone = ${demoPhones.parent} and m.slug = 'sunita-deshpande' and b.plan = 'monthly' and b.status = 'scheduled'`.execute(
      site.db,
    )
    const [one] = rows
    const { context, page, problems } = await site.visit({ width: 360 })
    await page.setViewportSize({ width: 360, height: 740 })
    await site.login(page, one?.phone ?? '')
    await page.goto(hrefIn(locale, `/bookings/${one?.id}`))
    await pageReady(page)
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(2_600)
    expect(await page.locator('main .btn-filled').filter({ visible: true }).count()).toBe(1)
    // The bar covers the last 64 pixels.
    for (const first of ['[data-step] .btn-filled', '[data-next-class], [data-step=answer-change] li']) {
      const box = await page.locator(first).first().boundingBox()
      expect((box?.y ?? 740) + (box?.height ?? 0), first).toBeLessThan(740 - 64)
    }
    // A dashed cell for each class without a time.
    expect(await page.locator('.register [data-state=open]').count()).toBe(one?.open)
    const past = page.locator('details', { has: page.locator('#sheet') })
    expect(await past.getAttribute('open')).toBeNull()
    await past.locator('summary').first().click()
    await page.getByRole('heading', { name: m.sheet_months({}, { locale }) }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  },
)
