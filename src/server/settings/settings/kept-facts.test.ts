import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defaultPhone } from '#contract/wire/contact.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ keeps: true })
  await vi.waitUntil(() => app.context.kept.isListening(), { timeout: 20_000 })
})
afterAll(() => app.stop())

const phone = async (): Promise<string> => (await app.browser().get('/api/site')).body.data.phone

/** Statements about settings during a call. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = query.mock.calls.map(([one]: unknown[]) =>
    typeof one === 'string' ? one : (one as { text: string }).text,
  )
  query.mockRestore()
  return texts.filter((text) => text.includes('from setting')).length
}

// First, because changes of settings may be heard of late.
test('changes of mentors keep them', async () => {
  await phone()
  const before = app.context.kept.changes()
  await notifyChange(app.db, 'public_pages', '12,13')
  await expect.poll(() => app.context.kept.changes()).toBeGreaterThan(before)
  expect(await statementsOf(phone)).toBe(0)
})

test('facts of the site come from memory until a setting changes, here or in another process', async () => {
  const owner = await app.admin()
  expect(await phone()).toBe(defaultPhone)
  expect(await statementsOf(phone)).toBe(0)
  const next = '0731 255 5000'
  const set = { name: 'callingNumber', value: next, seen: defaultPhone }
  expect((await owner.post('/api/admin/settings', set)).status).toBe(200)
  expect(await phone()).toBe(next)
  // As another process would: the row and its notification commit together.
  await app.db.transaction().execute(async (tx) => {
    await sql`update setting set value = to_jsonb('0731 255 6000'::text) where name = 'callingNumber'`.execute(tx)
    await notifyChange(tx, 'public_pages')
  })
  await expect.poll(phone).toBe('0731 255 6000')
})
