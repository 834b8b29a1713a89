import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '#server/platform/audit.ts'
import { makeAdmin } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.login((await makeAdmin(app.db, { name: 'Neha', role: 'owner' })).phone, 'admin')
  for (let i = 0; i < 45; i++) {
    await writeAudit(app.db, i % 3 === 0 ? null : { accountId: owner.id }, i % 2 ? 'rates.set' : 'rates.drop', {
      ...{ kind: 'thing', id: `thing-${i}` },
      detail: { words: i === 7 ? '=cmd|calc' : `number ${i}` },
    })
  }
})
afterAll(() => app.stop())

const log = async (query: string) => (await owner.get(`/api/admin/audit?${query}`)).body

test('the log is read page by page, forwards and back again', async () => {
  const first = await log('action=rates&limit=20')
  expect([first.total, first.previousCursor, first.data[0].subject]).toEqual([45, null, 'thing-44'])
  const second = await log(`action=rates&limit=20&cursor=${first.nextCursor}`)
  const third = await log(`action=rates&limit=20&cursor=${second.nextCursor}`)
  expect([third.data.length, third.nextCursor, third.data.at(-1).subject]).toEqual([5, null, 'thing-0'])
  expect(await log(`action=rates&limit=20&cursor=${third.previousCursor}`)).toEqual(second)
  const up = await log('action=rates&limit=1&order=asc')
  expect(up.data[0]).toMatchObject({ subject: 'thing-0', by: null, action: 'rates.drop' })
})

test('it is found by who, what, which day and about what', async () => {
  expect((await log(`action=rates.set&by=${owner.id}`)).total).toBe(15)
  expect((await log('q=thing-7')).data).toMatchObject([{ subject: 'thing-7', by: { name: 'Neha' } }])
  expect((await log('action=rates&to=2020-01-01')).total).toBe(0)
  expect((await owner.get('/api/admin/audit/names')).body.data.actions).toEqual(
    expect.arrayContaining(['admin.login', 'rates.drop', 'rates.set']),
  )
  const other = await log('action=rates.drop&limit=1')
  const { status, body } = await owner.get(`/api/admin/audit?action=rates.set&limit=1&cursor=${other.nextCursor}`)
  expect([status, body.code]).toEqual([400, 'bad-cursor'])
})

test('the file has exactly what is filtered, no formula, and taking it is written down', async () => {
  const { body, headers } = await owner.get('/api/admin/audit.csv?action=rates.set&order=asc')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = body.trimEnd().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([23, '\ufeff"at","admin","action","kind","subject","detail"'])
  expect(lines[4]).toContain('{""words"":""=cmd|calc""}')
  expect((await log('action=audit.file')).data[0].detail).toMatchObject({ action: 'rates.set' })
})

test('support reads the log and takes no file of it', async () => {
  const support = await app.login((await makeAdmin(app.db, { name: 'Sia', role: 'support' })).phone, 'admin')
  expect((await support.get('/api/admin/audit')).status).toBe(200)
  expect((await support.get('/api/admin/audit.csv')).status).toBe(403)
})

test.each([
  ['changed', sql`update audit set action = 'nothing'`],
  ['deleted', sql`delete from audit`],
  ['emptied', sql`truncate audit`],
])('an entry cannot be %s', async (_, statement) => {
  await expect(statement.execute(app.db)).rejects.toMatchObject({ constraint: 'audit_append_only' })
})
