import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultAnswerTemplates, maxAnswerTemplates } from '#contract/support/answer-templates.ts'
import { errorText } from '#contract/wire/errors.ts'
import { demoAdmin, demoPhones } from '#server/demo/people.ts'
import routes from '#web/routes.ts'
import { type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Tables that any request or job may write. */
const busyTables = ['session', 'outbox', 'provider_hour', 'security_hour']
/** Every row that a form could change. */
async function rowsNow(): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select tablename as table from pg_tables where schemaname = 'public' and tablename <> all (${busyTables}) order by 1`.execute(
    site.db,
  )
  const read = tables.map(async ({ table }) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${sql.table(table)} t`.execute(
      site.db,
    )
    return `${table}: ${rows[0]?.sum}`
  })
  return await Promise.all(read)
}

test.each([
  ['student', demoPhones.parent, ['', '/settings', '/calendar']],
  ['mentor', demoPhones.mentor, ['', '/availability', '/calendar', '/timetable']],
] as const)('a form with an unknown intent fails for a %s and writes nothing', async (userType, phone, pages) => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, phone, userType)
  const { rows } = await sql<{ booking: string; lesson: string; record: string | null }>`
    select b.id as booking, l.id as lesson, r.id as record from booking b join lesson l on l.booking_id = b.id left join class_record r on r.lesson_id = l.id
      join mentor m on m.id = b.mentor_id join account ma on ma.id = m.account_id join family f on f.id = b.family_id join account fa on fa.id = f.account_id
    where ${phone} in (ma.phone, fa.phone) order by r.id is null, l.starts_at limit 1`.execute(site.db)
  const { booking = '', lesson = '', record } = rows[0] ?? {}
  const before = await rowsNow()
  const pathOf = (end: string) =>
    end === '/settings' || end === '/calendar'
      ? `/dashboard${end}`
      : end === '/timetable'
        ? `/dashboard/mentor/timetable/${booking}`
        : `/dashboard/${userType}${end}`
  for (const path of pages.map(pathOf))
    for (const of of [booking, lesson, record ?? lesson])
      for (const form of [{ intent: 'nothing', of }, { of }, { intent: 'answer-proposal', answer: 'perhaps', of }]) {
        const reply = await page.request.post(path, { form: { ...form, plain: '1', tick: 'false' } })
        expect(reply.status(), `${path} ${JSON.stringify(form)}`).toBe(400)
        expect(await reply.text()).not.toContain('[object')
      }
  expect(await rowsNow()).toEqual(before)
  await context.close()
})

type Route = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Route[] | undefined }
/** Values of URL parameters that decide which page it is. */
const parts: Record<string, string> = { kind: 'subject', key: 'maths', section: 'personal', event: 'lesson-cancelled' }
const anyId = '00000000-0000-4000-8000-000000000000'
/** These read no form fields: opening or posting to them has one meaning. */
const withoutForm = ['./accounts/log-out.ts', './news/message-off-page.tsx']

/** The address of every page with an action. */
function formPages(of: readonly Route[], before = ''): string[] {
  return of.flatMap(({ path = '', file, children = [] }) => {
    const address = path === '' ? before : `${before}/${path.replace(/^hi\?\/?/, '')}`.replaceAll(/\/+/g, '/')
    const filled = address.replace(/\/:(\w+)(\??)/g, (_, name, open) => (open ? '' : `/${parts[name] ?? anyId}`))
    const hasAction = /export (async )?(function|const) action\b/.test(readFileSync(`src/web/${file}`, 'utf8'))
    return [...(hasAction && !withoutForm.includes(file) ? [filled || '/'] : []), ...formPages(children, address)]
  })
}

test.each([
  ['student', demoPhones.parent, (path: string) => !/^\/(admin\/|call-admin)/.test(path)],
  ['admin', demoAdmin.phone, (path: string) => /^\/(admin\/|call-admin)/.test(path)],
] as const)('refuses an unknown intent on every page of %s, in both languages', async (userType, phone, isTheirs) => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, phone, userType)
  const pages = formPages(routes).filter(isTheirs)
  expect(pages.length).toBeGreaterThan(userType === 'admin' ? 25 : 12)
  const before = await rowsNow()
  for (const path of pages)
    for (const language of ['en', 'hi'] as const) {
      const at = language === 'hi' && path !== '/theme' ? `/hi${path}` : path
      const reply = await page.request.post(at, {
        form: { intent: 'nothing', plain: '1', id: anyId, name: 'feeRates' },
      })
      expect(reply.status(), at).toBe(400)
      expect(await reply.text(), at).toContain(errorText('bad-request', path === '/theme' ? 'en' : language))
    }
  expect(await rowsNow()).toEqual(before)
  await context.close()
})

test('saves the largest form: twelve answers to cases of 1,500 letters in both languages', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await site.login(page, demoAdmin.phone, 'admin')
  const answers = (letter: string) =>
    Array.from({ length: maxAnswerTemplates }, () => ({
      titleEn: letter.repeat(60),
      titleHi: 'क'.repeat(60),
      en: letter.repeat(1500),
      hi: 'क'.repeat(1500),
    }))
  const save = async (answer: { value: unknown; seen: unknown }) => {
    const form = {
      name: 'caseAnswers',
      intent: 'save',
      value: JSON.stringify(answer.value),
      seen: JSON.stringify(answer.seen),
    }
    return (await page.request.post('/admin/settings/answers', { form, maxRedirects: 0 })).status()
  }
  expect(await save({ value: answers('a'), seen: defaultAnswerTemplates })).toBe(302)
  expect(await save({ value: answers('b'), seen: answers('a') })).toBe(302)
  expect(await save({ value: defaultAnswerTemplates, seen: answers('b') })).toBe(302)
  await context.close()
})

test('refuses forms of 1,001 fields or 513 kB, and more than 300 a minute of one address', async () => {
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await fetch(`${site.url}/contact-us`, { method: 'POST', headers, body })
    return [
      reply.status,
      (await reply.text()).includes(errorText(reply.status === 429 ? 'rate-limited' : 'bad-request', 'en')),
    ]
  }
  expect(await send('a=&'.repeat(1000))).toEqual([400, true])
  expect(await send('a'.repeat(513 * 1024))).toEqual([413, false])
  const replies: unknown[] = []
  for (let sent = 0; sent < 300; sent++) replies.push(await send('a=&'.repeat(1000)))
  expect(replies.at(-1)).toEqual([429, true])
})
