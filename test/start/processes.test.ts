import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { cleanUp, dataFolder, freePort, postgresOn, start } from '#test/start/program.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'

beforeAll(async () => {
  if (!(await buildIsFresh())) await buildWeb()
}, 120_000)
afterEach(cleanUp)

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

it('serves one address by several processes, replaces one that ends and stops all', { timeout: 120_000 }, async () => {
  const folder = dataFolder()
  const metricsPort = await freePort()
  const program = await start({ DATA_DIR: folder, WORKERS: '2', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'error' })
  await program.ready()
  const live = async () =>
    (await fetch(`http://127.0.0.1:${program.port}/health/live`, { headers: { connection: 'close' } })).status
  const served = async (port: number) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^mentorsetu_http_requests_total\{[^}]*route="\/health\/live"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0)
  }
  for (let n = 0; n < 20; n++) expect(await live()).toBe(200)
  const counts = await Promise.all([served(metricsPort), served(metricsPort + 1)])
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(20)

  const before = childrenOf(program.child.pid ?? 0)
  expect(before).toHaveLength(2)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => program.output()).toMatch(/"event":"process-ended".*"signal":"SIGKILL"/)
  expect(await live()).toBe(200)
  await expect.poll(async () => served(metricsPort).catch(() => -1)).toBe(0)
  const after = childrenOf(program.child.pid ?? 0)
  expect(after).toHaveLength(2)
  expect(after).toContain(before[1])

  program.child.kill('SIGINT')
  for (const pid of after) process.kill(pid, 'SIGINT') // as a terminal does
  expect(await program.ended()).toBe(0)
  expect(postgresOn(folder)).toEqual([])
  for (const pid of after) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

it('says once why its processes cannot start', { tags: ['full'] }, async () => {
  const program = await start({ DATA_DIR: dataFolder(), WORKERS: '3', METRICS_PORT: '1', METRICS_HOST: '192.0.2.1' })
  expect(await program.ended()).toBe(1)
  expect(program.output().match(/METRICS_PORT 1 on METRICS_HOST/g)).toHaveLength(1)
})
