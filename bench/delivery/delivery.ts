import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort, startDatabase } from '#bench/load/demo-site.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { createLifecycle } from '#server/platform/lifecycle.ts'
import { runProgram } from '#server/platform/postgres-programs.ts'
import { choosePostgresUser } from '#server/platform/postgres-user.ts'
import { type RedisServer, startRedis } from '#test/redis-server.ts'
import { type Program, start } from '#test/start/program.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'
import { scratchFolder } from '../../scripts/scratch-folder.ts'
import { type Fault, type Outcome, talk } from './talking.ts'
import type { TalkWindow } from './window.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '100' },
    /** Total messages per second. */
    rate: { type: 'string', default: '300' },
    disconnects: { type: 'string', default: '200' },
    kills: { type: 'string', default: '10' },
    restarts: { type: 'string', default: '3' },
    port: { type: 'string', default: '4400' },
  },
})
const [messages, pairs, rate, disconnects, kills, restarts, firstPort] = [
  ...[values.messages, values.pairs, values.rate, values.disconnects, values.kills, values.restarts, values.port],
].map(Number) as [number, number, number, number, number, number, number] // safe: one number per option
const windowsAtOnce = 10
const clockHours = 3

const life = createLifecycle(() => console.log('\nStopping …'))
const folder = scratchFolder('delivery')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** The site as `npm start` runs it; it can be killed without warning and started again. */
async function openSite(name: string, port: number, variables: Record<string, string>) {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  let program: Program
  async function up(): Promise<void> {
    program = await start({ PORT: String(port), DATA_DIR: dataDir, ...variables })
    await program.ready()
  }
  const close = async () => {
    program.child.kill('SIGKILL')
    await program.ended()
  }
  await life.open(up, close, 5_000)
  return {
    origin: `http://127.0.0.1:${port}`,
    hasEnded: () => program.child.exitCode !== null,
    async killAndStart() {
      await close()
      await up()
    },
  }
}

async function restartDatabase(mode: string): Promise<void> {
  const cluster = join(folder, 'postgres')
  const args = ['restart', '-w', '-m', mode, '-D', cluster, '-l', join(cluster, 'server.log')]
  const { code, output } = await runProgram('pg_ctl', args, choosePostgresUser(cluster))
  if (code !== 0) throw new Error(`could not restart the database: ${output}`)
}

/** Drops the connection of some windows, half of them right after sending a message. */
function cut(windows: TalkWindow[], count: number): void {
  for (const [i, one] of windows
    .toSorted(() => Math.random() - 0.5)
    .slice(0, count)
    .entries())
    i % 2 === 0 ? one.cut() : one.cutAtNext()
}

type Site = Awaited<ReturnType<typeof openSite>>

/** All faults, spread over the run. */
function faultsOf(sites: Site[], redis: RedisServer | null): Fault[] {
  const spread = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => from + (i * (0.95 - from)) / count)
  const cuts = Math.ceil(disconnects / windowsAtOnce)
  return [
    ...spread(cuts, 0.04).map((at, i): Fault => {
      const count = Math.min(windowsAtOnce, disconnects - i * windowsAtOnce)
      return { at, name: `${count} connections dropped`, act: ({ windows }) => cut(windows, count) }
    }),
    ...spread(kills, 0.07).map((at, i): Fault => {
      const nth = i % sites.length
      return {
        at,
        name: `process ${nth + 1} killed and restarted`,
        act: async () => await sites[nth]?.killAndStart(),
      }
    }),
    ...spread(restarts, 0.2).map((at, i): Fault => {
      const mode = i % 2 === 0 ? 'immediate' : 'fast'
      return { at, name: `database restarted (${mode})`, act: () => restartDatabase(mode) }
    }),
    ...(redis
      ? [
          { at: 0.55, name: 'Redis killed', act: () => redis.kill() },
          { at: 0.6, name: 'Redis restarted', act: () => redis.start() },
        ]
      : []),
  ]
}

function show(outcome: Outcome): void {
  const { verdict, said, seconds, settledMs, losses, latencies, trouble } = outcome
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`
  console.log(
    `\n${said} messages in ${seconds} s (${Math.round(said / seconds)}/s), all delivered ${Math.round(settledMs)} ms later; ${losses} connections lost`,
  )
  console.log(`send to receive latency without faults: p50 ${at(0.5)}, p99 ${at(0.99)} (${sorted.length} measured)`)
  console.log(
    `errors seen by windows: ${[...trouble].map(([what, count]) => `${what} ${count}`).join(', ') || 'nothing'}`,
  )
  for (const [what, count] of Object.entries(verdict)) console.log(`  ${what.padEnd(16)} ${count}`)
  console.log(outcome.isWhole ? 'OK: no message lost, duplicated or out of order' : 'FAILED')
}

try {
  if (!(await buildIsFresh())) await buildWeb()
  const databaseUrl = await startDatabase(life, folder)
  const redis = await life.open(startRedis, async (one) => await one?.kill(), 2_000)
  if (!redis) console.log('redis-server is not installed: the processes notify each other through the database')
  const ports = [await freePort(firstPort), await freePort(firstPort + 20)]
  const variables = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: `http://localhost:${firstPort}`,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    SECRET_KEY: 'for tests only and long enough for that',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(redis ? { REDIS_URL: redis.url } : {}),
  }
  const clock = pathToFileURL(join(import.meta.dirname, '../faults/shifted-clock.ts')).href
  const sites = [
    await openSite('one', ports[0] ?? 0, variables),
    // Sequence numbers decide the order, not the clock of a process.
    await openSite('two', ports[1] ?? 0, {
      ...variables,
      NODE_OPTIONS: `--import=${clock}`,
      CLOCK_HOURS: String(clockHours),
    }),
  ]
  const db = openDatabase(openPool(databaseUrl, { connections: 4, name: 'delivery' }))
  const outcome = await talk({
    db,
    pairs,
    messages,
    rate,
    secondWindowEvery: 5,
    catchUpEveryMs: 30_000,
    settleMs: 120_000,
    origins: sites.map(({ origin }) => origin),
    siteOrigin: variables.PUBLIC_URL,
    faults: faultsOf(sites, redis),
    log: (line) => console.log(line),
  })
  show(outcome)
  const hasEnded = sites.some((one) => one.hasEnded())
  if (hasEnded) console.log('FAILED: a process exited unexpectedly')
  if (!outcome.isWhole || hasEnded) process.exitCode = 1
  await db.destroy()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await life.close()
process.exit()
