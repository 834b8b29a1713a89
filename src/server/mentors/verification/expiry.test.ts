import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPhone } from '#contract/wire/contact.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { jobHandlers } from '#server/worker.ts'
import { makeMentor } from '#test/builders.ts'
import { passedCheck } from '#test/check-found.ts'
import { inDays, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const tend = () => jobHandlers(app.context)['checks.expire']({})
const retain = () => jobHandlers(app.context)['privacy.retain']({})

/** A listed mentor with one passed check that is valid for some days. */
async function checked(days: number, kind = 'police') {
  const mentor = await makeMentor(app.db)
  await sql`insert into mentor_check (mentor_id, kind, state, basis, checked_on, valid_until)
    values (${mentor.id}, ${kind}, 'passed', 'police-clearance', ${inDays(days - 365)}::date, ${inDays(days)}::date)`.execute(
    app.db,
  )
  await projectMentors(app.db, [mentor.id])
  return mentor
}
/** A night passes: checks valid until today expire. */
const nextDay = (id: string) =>
  sql`update mentor_check set valid_until = valid_until - 1 where mentor_id = ${id}`.execute(app.db)
const onCard = async (id: string) => {
  const { body } = await app.browser().get(`/api/mentor/selected-mentors?id=${id}`)
  return body.mentors[0].checks.map((one: { kind: string }) => one.kind)
}
const onProfile = async (id: string) =>
  (await app.browser().get(`/api/mentor/${id}`)).body.data.checks.map((one: { kind: string }) => one.kind)
const reminders = async (phone: string, template = 'check-expiring') =>
  (await app.browser().get('/dev/outbox.json')).body.filter(
    (one: { to: string; template: string }) => one.to === phone && one.template === template,
  )

test.each(['police', 'training'])(
  'removes an expired %s badge from card and profile the day after its last day',
  async (kind) => {
    const { id } = await checked(0, kind)
    await tend()
    expect([await onCard(id), await onProfile(id)]).toEqual([[kind], [kind]])
    await nextDay(id)
    expect([await onCard(id), await onProfile(id)]).toEqual([[kind], []])
    await tend()
    expect(await onCard(id)).toEqual([])
  },
)

test('reminds a mentor thirty days ahead, once per date, in their language', async () => {
  const { id, phone, accountId } = await checked(31)
  const other = await checked(30)
  await sql`update account set language = 'hi' where id = ${accountId}`.execute(app.db)
  await tend()
  expect(await reminders(phone)).toHaveLength(0)
  expect(await reminders(other.phone)).toHaveLength(1)
  await nextDay(id)
  await Promise.all([tend(), tend()])
  await tend()
  const [told, ...more] = await reminders(phone)
  expect(more).toEqual([])
  expect(told).toMatchObject({ channel: 'sms', language: 'hi', text: expect.stringContaining('पुलिस') })
  // A check with a new date is reminded of again.
  const admin = await app.admin()
  const { version } = (await admin.get(`/api/admin/mentors/${id}`)).body.data
  const saved = await admin.put(`/api/admin/mentors/${id}/checks/police`, {
    ...passedCheck('police'),
    validUntil: inDays(20),
    version,
  })
  expect(saved.status).toBe(200)
  await tend()
  expect(await reminders(phone)).toHaveLength(2)
})

test('asks to upload an identity document and to call for any other check', { tags: ['full'] }, async () => {
  for (const [kind, template, way] of [
    ['identity', 'identity-expiring', '/dashboard/mentor'],
    ['qualification', 'check-expiring', defaultPhone],
    ['interview', 'check-expiring', defaultPhone],
    ['police', 'check-expiring', defaultPhone],
  ] as const) {
    const { phone } = await checked(20, kind)
    await tend()
    const sent = await reminders(phone, template)
    expect(
      sent.map((one: { text: string }) => one.text.endsWith(way)),
      kind,
    ).toEqual([true])
  }
})

test('does not remind mentors who are not listed', async () => {
  const { id, phone } = await checked(10)
  await sql`update mentor set status = 'suspended' where id = ${id}`.execute(app.db)
  await tend()
  expect(await reminders(phone)).toHaveLength(0)
})

test('deletes an identity document thirty days after its check, or as configured', async () => {
  const fresh = await makeMentor(app.db)
  const old = await makeMentor(app.db)
  for (const [{ id }, days] of [
    [fresh, 29],
    [old, 30],
  ] as const) {
    await sql`update mentor set document = '/portraits/neha.svg' where id = ${id}`.execute(app.db)
    await sql`insert into mentor_check (mentor_id, kind, state, checked_on) values (${id}, 'identity', 'passed', ${inDays(-days)}::date)`.execute(
      app.db,
    )
  }
  const deleted = async () => {
    const { rows } = await sql<{ id: string }>`
      select mentor_id as id from mentor_event where kind = 'document_deleted' and by_account is null`.execute(app.db)
    return rows.map((row) => row.id)
  }
  await retain()
  await retain()
  expect(await deleted()).toEqual([old.id])
  await sql`insert into setting (name, from_date, value) values ('documentDays', '2020-01-01', '7')`.execute(app.db)
  await retain()
  expect((await deleted()).sort()).toEqual([old.id, fresh.id].sort())
})
