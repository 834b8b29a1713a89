import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { screens, siteAddresses } from '#bench/faults/site-addresses.ts'
import type { Office } from '#contract/wire/office.ts'
import { demoAdmin, demoPhones } from '#server/demo/people.ts'
import { projectMentors } from '#server/mentors/search/projection.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { agePayoutAccounts, breach, makeMentor } from '#test/builders.ts'
import { inDays } from '#test/test-app.ts'
import { hrefIn, type Locale, plainPath } from '#web/locale.ts'
import { awkwardNames } from './awkward-names.ts'
import { hideGoneMentor, publicPages } from './public-pages.ts'
import { pageReady, type Site, startSite } from './site.ts'

/** Options of `npm run gallery`; without them there is nothing to do. */
const options = process.env.GALLERY ? (JSON.parse(process.env.GALLERY) as Record<string, string>) : null
const folder = join(import.meta.dirname, '../../var/gallery')
const locales = ['en', 'hi'] as const
const themes = ['light', 'dark'] as const
const callers = ['visitor', 'family', 'mentor', 'admin'] as const
type Caller = (typeof callers)[number]
type Picture = { page: string; caller: Caller; state: string; width: number; locale: Locale; theme: string }

/** What a page's picture in the visual reference begins with. */
const references: Record<string, string> = {
  'visitor /': '01-home',
  'visitor /mentors': '02-mentor-list',
  'visitor /mentors/sunita-deshpande': '03-mentor-profile',
  'visitor /login': '04-login',
  'visitor /signup': '12-mentor-application',
  'family /dashboard/student': '05-family-dashboard',
  'mentor /dashboard/mentor': '06-mentor-today',
  'family /chat': '07-chat',
  'admin /admin': '08-admin-overview',
}

const nameOf = ({ page, caller, state, width, locale, theme }: Picture) =>
  `${caller}${page.replace(/[^\w]+/g, '_')}-${state}-${width}-${locale}-${theme}.png`

const office: Office = {
  legalName: 'Setu Learning Private Limited',
  grievanceName: 'Kavita Rao',
  grievancePhone: '0731 400 0001',
  grievanceEmail: 'grievance@mentorsetu.example',
  nodalName: 'Vivek Malviya',
  nodalPhone: '0731 400 0002',
  nodalEmail: 'nodal@mentorsetu.example',
}
/** The mentor's next class, moved to today. */
const classToday = sql`with
  chosen as (select l.id, l.slot_id, date_trunc('hour', now()) + interval '3 hours' as at, l.ends_at - l.starts_at as length
    from lesson l join booking b on b.id = l.booking_id join mentor m on m.id = b.mentor_id join account a on a.id = m.account_id
    where a.phone = ${demoPhones.mentor} and l.status = 'scheduled' and l.starts_at > now()
      and not exists (select from time_proposal p where p.lesson_id = l.id and p.status = 'open') order by l.starts_at limit 1),
  slots as (update teaching_slot s set starts_at = at, ends_at = at + length from chosen where s.id = slot_id)
  update lesson l set starts_at = at, ends_at = at + length from chosen where l.id = chosen.id`

/**
 * What the demo data lacks: a class today, a reported chat, a batch of payouts, a refund, a breach and a suspended
 * mentor with classes. Returns pages whose addresses depend on them.
 */
async function addRows(site: Site): Promise<Partial<Record<Caller, string[]>>> {
  await classToday.execute(site.db)
  await sql`insert into setting (name, from_date, value) values ('office', '2026-01-01', ${JSON.stringify(office)}::jsonb)`.execute(
    site.db,
  )
  const as = async (phone: string, userType: UserType) => {
    const { page, context } = await site.visit({ width: 1280 })
    await site.login(page, phone, userType)
    const send = async (method: string, path: string, data?: object) => {
      const reply = await page.request.fetch(path, { method, ...(data && { data }) })
      expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
      return await reply.json()
    }
    return { send, end: () => context.close() }
  }
  const family = await as(demoPhones.parent, 'student')
  const chats = await family.send('GET', '/api/chat/conversations')
  await family.send('POST', `/api/chat/conversations/${chats.data[0]._id}/report`, { reason: 'contact' })
  await family.end()
  const mentor = await as(demoPhones.mentor, 'mentor')
  const account = { method: 'upi', holder: 'Sunita Deshpande', upi: 'sunita@okaxis' }
  await mentor.send('PUT', '/api/mentor/payout-account', account)
  await agePayoutAccounts(site.db)
  const theirChats = await mentor.send('GET', '/api/chat/conversations')
  await mentor.end()
  const admin = await as(demoAdmin.phone, 'admin')
  await admin.send('POST', '/api/admin/payouts', { until: inDays(0) })
  await admin.send('POST', '/api/admin/breaches', { ...breach, phones: [demoPhones.parent] })
  const { rows } = await sql<{ order: string; mentor: string; version: number }>`
    select o.number as order, m.id as mentor, m.version from booking b join payment_order o on o.id = b.order_id join mentor m on m.id = b.mentor_id
      join account a on a.id = m.account_id and a.phone <> ${demoPhones.mentor}
    where b.status = 'scheduled' order by b.booked_at limit 1`.execute(site.db)
  const { order = '', mentor: suspended = '', version = 0 } = rows[0] ?? {}
  const { order: paid } = await admin.send('GET', `/api/admin/refunds?q=${order}`)
  const refund = { order: paid._id, amount: 100, left: paid.leftEnded, reason: 'The first class began late.' }
  await admin.send('PUT', `/api/admin/refunds/${crypto.randomUUID()}`, refund)
  const decision = { decision: 'suspend', reason: 'We are looking into a report.', version }
  await admin.send('POST', `/api/admin/mentors/${suspended}/decision`, decision)
  await admin.end()
  const { rows: paidOrders } = await sql<{ id: string }>`
    select o.id from payment_order o join booking b on b.order_id = o.id join family f on f.id = b.family_id
      join account a on a.id = f.account_id where a.phone = ${demoPhones.parent} order by b.booked_at desc limit 1`.execute(
    site.db,
  )
  const payment = paidOrders.map(({ id }) => `/payment-status?order_id=${id}`)
  return { family: [`/chat/${chats.data[0]._id}`, ...payment], mentor: [`/chat/${theirChats.data[0]._id}`] }
}

/** Bars fixed to the window's edge stand at the page's end, where they cover nothing; the frozen cells of tables stay. */
function barsToTheEnd(): void {
  document.body.style.position = 'relative'
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    const { position } = getComputedStyle(one)
    if (position === 'fixed') one.style.position = 'absolute'
    if (position === 'sticky' && !one.matches('td, th')) one.style.position = 'static'
  }
}

/** Pages of a caller by address. */
async function pagesOf(site: Site): Promise<Record<Caller, string[]>> {
  const pages: Record<Caller, string[]> = { visitor: [...publicPages], family: [], mentor: [], admin: [] }
  const own = new Set(screens.filter(({ callers: who }) => !who.includes('visitor')).map(({ pattern }) => pattern))
  for (const { path, pattern, callers: who } of await siteAddresses(site.db))
    if (pattern !== undefined && own.has(pattern))
      for (const caller of callers) if ((who as readonly string[]).includes(caller)) pages[caller].push(plainPath(path))
  return pages
}

/** A family who logs in for the first time and a new mentor have nothing yet; the control room is searched for what is not there. */
async function phonesOf(site: Site, state: string): Promise<Record<Exclude<Caller, 'visitor'>, string>> {
  if (state !== 'empty') return { family: demoPhones.parent, mentor: demoPhones.mentor, admin: demoAdmin.phone }
  const family = '9811100091'
  const mentor = '9811100092'
  await makeMentor(site.db, { phone: mentor })
  return { family, mentor, admin: demoAdmin.phone }
}
const userTypes: Record<Exclude<Caller, 'visitor'>, UserType> = { family: 'student', mentor: 'mentor', admin: 'admin' }

type Wanted = { widths: readonly number[]; start: string; more: Partial<Record<Caller, string[]>> }

async function takePictures(site: Site, state: string, { widths, start, more }: Wanted) {
  const pages = await pagesOf(site)
  const phones = await phonesOf(site, state)
  const taken: Picture[] = []
  for (const caller of callers) {
    const own = state === 'empty' ? [] : (more[caller] ?? [])
    const paths = [...pages[caller], ...own].filter((path) => path.startsWith(start))
    if (paths.length === 0 || (caller === 'visitor' && state === 'empty')) continue
    const first = await site.visit({ width: 1280 })
    if (caller !== 'visitor') await site.login(first.page, phones[caller], userTypes[caller])
    const cookies = await first.context.cookies()
    for (const width of widths)
      for (const theme of themes) {
        const { context, page, problems } = await site.visit({ width, dark: theme === 'dark' })
        await context.addCookies(cookies)
        for (const locale of locales)
          for (const path of paths) {
            const search = state === 'empty' && caller === 'admin' ? '?q=nothing-like-this' : ''
            await page.goto(hrefIn(locale, path + search))
            await pageReady(page).catch((error) => {
              throw new Error(`${path} (${caller}, ${locale}) is not ready: ${problems.join('; ')}`, { cause: error })
            })
            const picture = { page: path, caller, state, width, locale, theme }
            await page.evaluate(barsToTheEnd)
            await page.screenshot({ path: join(folder, nameOf(picture)), fullPage: true })
            taken.push(picture)
          }
        await context.close()
      }
    await first.context.close()
  }
  return taken
}

/** One page with every picture, beside its reference. */
async function writePage(taken: readonly Picture[], reference: string): Promise<void> {
  const known = reference ? await readdir(reference) : []
  const groups = Map.groupBy(taken, ({ caller, page }) => `${caller} ${page}`)
  const figure = (src: string, text: string) =>
    `<figure><a href="${src}"><img loading="lazy" src="${src}" alt="${text}"></a><figcaption>${text}</figcaption></figure>`
  const sections = [...groups].map(([name, pictures]) => {
    const beside = references[name]
    const drawn = beside ? known.filter((file) => file.startsWith(beside)) : []
    return `<h2>${name}</h2><div>${drawn.map((file) => figure(join(reference, file), `reference ${file}`)).join('')}${pictures
      .map((one) => figure(nameOf(one), `${one.state}, ${one.width} px, ${one.locale}, ${one.theme}`))
      .join('')}</div>`
  })
  const style =
    'body{font:14px sans-serif;margin:24px}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}figure{margin:0}img{max-width:280px;max-height:600px;object-fit:cover;object-position:top;border:1px solid #ccc}'
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style><h1>${taken.length} pictures</h1>${sections.join('')}`,
  )
}

describe.runIf(options)('gallery', () => {
  test('pictures of every page', { timeout: 3 * 3_600_000 }, async () => {
    const { pages = '', widths = '', states = '', reference = '' } = options ?? {}
    await mkdir(folder, { recursive: true })
    const site = await startSite()
    await hideGoneMentor(site)
    const more = await addRows(site)
    const taken: Picture[] = []
    for (const state of states.split(',')) {
      if (state === 'awkward') {
        await awkwardNames.execute(site.db)
        await projectMentors(site.db, 'all')
      }
      taken.push(...(await takePictures(site, state, { widths: widths.split(',').map(Number), start: pages, more })))
      await writePage(taken, reference)
    }
    await site.stop()
    expect(taken.length).toBeGreaterThan(0)
  })
})
