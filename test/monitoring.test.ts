import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '#server/platform/metrics.ts'
import { serveMetrics } from '#server/platform/metrics-server.ts'
import { openQueue } from '#server/platform/queue.ts'
import { jobHandlers } from '#server/worker.ts'
import { type TestApp, testApp } from './test-app.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

let app: TestApp
let server: Server
/** Names of the metrics, with the series of histograms. */
let exported: Set<string>
beforeAll(async () => {
  app = await testApp()
  server = await serveMetrics({ port: 0, host: '127.0.0.1' }, app.context.metrics)
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  exported = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : (name ?? []),
    ),
  )
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app.stop()
})

const metricsIn = (text: string) => [...new Set([...text.matchAll(/\b(?:mentorsetu|nodejs|process)_\w+/g)].map(String))]

/** The rules of the file, each as its lines. */
const alerts = read('deploy/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
const field = (alert: string, name: string) => new RegExp(`^ +${name}: "?(.+?)"?$`, 'm').exec(alert)?.[1] ?? ''

/** The anchors of a page as GitHub makes them. */
const anchors = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test('every metric of the alerts is exported', () => {
  expect(alerts.length).toBeGreaterThan(8)
  for (const alert of alerts) {
    const names = metricsIn(alert)
    expect(names, alert).not.toEqual([])
    expect(names.filter((name) => !exported.has(name))).toEqual([])
  }
})

const exprOf = (name: string) =>
  alerts.find((alert) => alert.startsWith(name))?.match(/expr: (?:>-)?([\s\S]*?)\n +(?:for|labels):/)?.[1] ?? ''
/** Values of a series in a scrape, by its label. */
const seriesOf = (text: string, metric: string, label: string) =>
  [...text.matchAll(new RegExp(`^${metric}\\{[^}]*${label}="(\\w[^"]*)"[^}]*\\} (\\S+)$`, 'gm'))].map(
    ([, value = '', number]) => [value, Number(number)] as const,
  )
const scrape = (of: TestApp) => of.context.metrics.registry.metrics()

test('SiteDown asks for processes that serve visitors, and no worker is one', async () => {
  const matcher = /^absent\(mentorsetu_database_up\{role=~"([^"]+)"\}\)$/.exec(exprOf('SiteDown').trim())?.[1]
  const counts = ({ role }: { role: string }) => new RegExp(`^(?:${matcher})$`).test(role)
  const roles = await Promise.all(
    ['all', 'web', 'worker'].map(async (role) => {
      const variables = { ROLE: role, DATABASE_URL: app.database.url, ALLOW_SANDBOX: '1' }
      const one = await testApp({ database: app.database, variables })
      const [[given = ''] = []] = seriesOf(await scrape(one), 'mentorsetu_database_up', 'role')
      await one.stop()
      return given
    }),
  )
  expect(roles).toEqual(['all', 'web', 'worker'])
  expect(roles.map((role) => counts({ role }))).toEqual([true, true, false])
})

test('NoJobsRun asks for a counter that each run of a job raises', async () => {
  expect(exprOf('NoJobsRun').trim()).toBe('(sum(increase(mentorsetu_job_runs_total[10m])) or vector(0)) == 0')
  const metrics = createMetrics()
  const queue = await openQueue(app.database.url, { metrics })
  const runs = async () => seriesOf(await metrics.registry.metrics(), 'mentorsetu_job_runs_total', 'job')
  expect(await runs()).toEqual([])
  await queue.work(jobHandlers(app.context))
  await queue.send(app.db, 'admin.figures', {})
  await expect.poll(runs, { timeout: 30_000 }).toContainEqual(['admin.figures', 1])
  await queue.stop()
})

test('every alert says what to do, and links to a heading that exists', () => {
  for (const alert of alerts) {
    expect(field(alert, 'summary'), alert).not.toBe('')
    expect(field(alert, 'action'), alert).not.toBe('')
    const [page = '', anchor = ''] = field(alert, 'runbook').split('#')
    expect(page).toBe('docs/operations.md')
    expect(anchors(page), alert).toContain(anchor)
  }
})

test('every metric of the dashboard is exported, and it shows all of ours', () => {
  const dashboard = JSON.parse(read('deploy/grafana/dashboard.json'))
  const expressions: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  const shown = metricsIn(expressions.join('\n'))
  expect(shown.filter((name) => !exported.has(name))).toEqual([])
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
  const missing = [...exported]
    .map(base)
    .filter((name) => name.startsWith('mentorsetu') && !shown.map(base).includes(name))
  expect([...new Set(missing)]).toEqual(['mentorsetu_job_seconds', 'mentorsetu_page_cache_answers'])
})

test('docs/operations.md explains every metric of ours', () => {
  const explained = metricsIn(read('docs/operations.md'))
  const ours = [...exported]
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    .filter((name) => /^mentorsetu/.test(name))
  expect(ours.filter((name) => !explained.includes(name))).toEqual([])
})
