import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { demoPhones } from '#server/demo/people.ts'
import { expectSound, pageReady, type Site, startSite } from './site.ts'

const hi = { locale: 'hi' } as const
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Jobs that failed every retry; the first one succeeds when it runs again. */
async function failJobs(): Promise<void> {
  await sql`delete from pgboss.job where state = 'failed'`.execute(site.db)
  await sql`insert into pgboss.job (name, data, state, retry_limit, retry_count, started_on, completed_on, output)
    select name, '{}', 'failed', 5, 5, now(), now() - n * interval '1 minute', json_build_object('message', error)
    from (values (1, 'media.sweep', 'connect ECONNREFUSED 127.0.0.1:9000'),
      (2, 'taxes.ask', 'the gateway refused 9811100123')) as jobs (n, name, error)`.execute(site.db)
}
const failed = async () =>
  (await sql<{ name: string }>`select name from pgboss.job where state = 'failed' order by name`.execute(site.db)).rows

test('an admin opens a failed job and runs it again', async () => {
  await failJobs()
  const visit = await site.visit({ width: 1280 })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/admin/jobs')
  await pageReady(page)
  const row = page.getByRole('row').filter({ hasText: 'media.sweep' })
  await page.getByRole('row').filter({ hasText: '…0123' }).waitFor()
  await row.getByRole('link', { name: m.admin_row_open() }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('ECONNREFUSED').waitFor()
  await expectSound(visit)
  await panel.getByRole('button', { name: m.admin_job_again() }).click()
  await page.getByText(m.admin_job_again_done()).waitFor()
  await expect.poll(failed).toEqual([{ name: 'taxes.ask' }])
  await page.goto('/admin/audit')
  await page.getByRole('row').getByText(m.audit_action_job_again()).first().waitFor()
})

test('the list works on a phone in Hindi, without scripts, and when it is empty', { tags: ['full'] }, async () => {
  await failJobs()
  const visit = await site.visit({ width: 360, scripts: false })
  const { page } = visit
  await site.login(page, demoPhones.admin, 'admin')
  await page.goto('/hi/admin/jobs')
  const again = page.getByRole('button', { name: m.admin_job_again({}, hi) })
  await again.first().click()
  await page.getByText(m.admin_job_again_done({}, hi)).waitFor()
  await expect.poll(failed).toEqual([{ name: 'taxes.ask' }])
  await sql`delete from pgboss.job where state = 'failed'`.execute(site.db)
  await page.goto('/hi/admin/jobs')
  await page.getByText(m.admin_job_none({}, hi)).waitFor()
  await page.goto('/hi/admin/jobs?q=refunds')
  await page.getByText(m.admin_found_none({ q: 'refunds' }, hi)).waitFor()
})
