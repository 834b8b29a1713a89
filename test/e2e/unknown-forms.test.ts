import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPhones } from '#server/demo/people.ts'
import { type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const tables = ['booking', 'lesson', 'class_record', 'time_proposal', 'weekly_hours', 'family', 'learner', 'mentor']
/** Every row that a form of the dashboards could change. */
async function rowsNow(): Promise<string[]> {
  const read = tables.map(async (table) => {
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
] as const)(
  'a form with an unknown intent is an error for a %s, and writes nothing',
  async (userType, phone, pages) => {
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
  },
)
