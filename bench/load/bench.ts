import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '#server/demo/seed.ts'
import { storedKeys } from '#server/keys.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { createLifecycle } from '#server/platform/lifecycle.ts'
import { scratchFolder } from '../../scripts/scratch-folder.ts'
import { benchAdmin } from './admin-bench.ts'
import { benchChat } from './chat-bench.ts'
import { benchDay } from './day-bench.ts'
import { appVariables, freePort, openDemoSite, openServer, startDatabase } from './demo-site.ts'
import { benchUncachedList, loadMentors } from './list-bench.ts'
import { type Load, load, type Measured, queriesOf } from './measured-process.ts'
import { pageScripts } from './page-scripts.ts'
import { benchSearch } from './search-bench.ts'
import { benchSettle } from './settle-bench.ts'
import { benchSizes } from './size-bench.ts'
import { benchTimetable } from './timetable-bench.ts'

const mentors = 600
const query = 'class=8&subject=mathematics&area=Vijay%20Nagar&city=Indore'
const addresses = { json: `/api/mentor?${query}`, page: `/mentors?${query}`, home: '/' }
const budgets = [
  { path: '/', most: 116_000 },
  { path: '/mentors', most: 130_000 },
]
const warmSeconds = 2
const roundSeconds = 4
// Servers take turns, so that a disturbance does not affect only one of them.
const rounds = 2

type Row = { name: string; server: Measured; path: string; brotli?: boolean }

async function startServers(folder: string): Promise<{ app: Measured; bare: Measured }> {
  const { app, port } = await openDemoSite(life, folder, { mentors, port: 4800 })
  const files = [join(folder, 'list.json'), join(folder, 'list.html')]
  for (const [i, path] of [addresses.json, addresses.page].entries()) {
    const reply = await fetch(app.origin + path)
    if (reply.status !== 200) throw new Error(`${path} replied ${reply.status}: nothing to measure.`)
    writeFileSync(files[i] ?? '', Buffer.from(await reply.arrayBuffer()))
  }
  const barePort = await freePort(port + 1)
  const args = [String(barePort), ...files]
  const bare = await openServer(life, { file: 'bench/load/bare-server.ts', port: barePort, args, readyPath: '/json' })
  return { app, bare }
}

async function measure(rows: Row[]): Promise<Load[]> {
  const all = rows.map((): Load[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, { server, path, brotli = false }] of rows.entries()) {
      await load(server, path, warmSeconds, brotli)
      all[i]?.push(await load(server, path, roundSeconds, brotli))
    }
  }
  return all.map((some) => {
    const mean = (key: keyof Load) => some.reduce((sum, one) => sum + one[key], 0) / some.length
    return { rate: mean('rate'), p50: mean('p50'), p99: mean('p99'), cpuMs: mean('cpuMs'), failed: mean('failed') }
  })
}

async function benchSpeed({ app, bare }: { app: Measured; bare: Measured }): Promise<boolean> {
  const rows: Row[] = [
    { name: '1 bare route, bytes of 2', server: bare, path: '/json' },
    { name: '2 list endpoint', server: app, path: addresses.json },
    { name: '3 bare route, bytes of 4', server: bare, path: '/page' },
    { name: '4 list page', server: app, path: addresses.page },
    { name: '5 home page', server: app, path: addresses.home },
    { name: '6 list page in brotli', server: app, path: addresses.page, brotli: true },
  ]
  console.log(`${mentors} mentors, 8 connections, ${rounds} rounds of ${roundSeconds} s each after ${warmSeconds} s`)
  const loads = await measure(rows)
  console.log(`${'address'.padEnd(26)}    req/s   p50 ms   p99 ms  Node CPU ms/req`)
  for (const [i, { name }] of rows.entries()) {
    const one = loads[i]
    if (!one) continue
    const cells = [one.rate.toFixed(0), one.p50.toFixed(1), one.p99.toFixed(1)].map((cell) => cell.padStart(8))
    const failed = one.failed > 0 ? `   ${one.failed} failed` : ''
    console.log(`${name.padEnd(26)} ${cells.join(' ')} ${one.cpuMs.toFixed(2).padStart(10)}${failed}`)
  }
  const ratio = (a: number, b: number) => `${(((loads[a]?.rate ?? 0) / (loads[b]?.rate ?? 1)) * 100).toFixed(1)} %`
  console.log(`list endpoint to bare route (2/1): ${ratio(1, 0)}`)
  console.log(`list page to bare route (4/3): ${ratio(3, 2)}`)
  for (const path of Object.values(addresses)) console.log(`queries of ${path}: ${await queriesOf(app, path)}`)
  return loads.every((one) => one.failed === 0)
}

async function benchScripts(app: Measured): Promise<boolean> {
  let isWithin = true
  for (const { path, most } of budgets) {
    const scripts = await pageScripts(app.origin, path)
    const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0)
    const verdict = bytes <= most ? 'OK' : 'over'
    if (bytes > most) isWithin = false
    const figures = `${(bytes / 1000).toFixed(1)} kB brotli in ${scripts.length} files, budget ${most / 1000} kB`
    console.log(`scripts of ${path}: ${figures}: ${verdict}`)
    const largest = scripts
      .slice(0, 4)
      .map((one) => `${one.url.replace('/assets/', '')} ${(one.bytes / 1000).toFixed(1)}`)
    console.log(`  largest: ${largest.join(', ')}`)
  }
  return isWithin
}

async function benchList(folder: string, sizes: number[]): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const port = await freePort(4900)
  const keyPort = await freePort(port + 1)
  const env = appVariables(port, folder, url)
  return await benchSearch(url, sizes, {
    app: () => openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }),
    key: () =>
      openServer(life, {
        file: 'bench/load/key-server.ts',
        port: keyPort,
        args: [String(keyPort), url],
        readyPath: '/ready',
      }),
  })
}

async function benchUncached(folder: string, size: number): Promise<boolean> {
  const url = await startDatabase(life, folder)
  await loadMentors(url, size)
  const port = await freePort(4900)
  const yardPort = await freePort(port + 1)
  const env = appVariables(port, folder, url)
  return await benchUncachedList(folder, size, {
    app: await openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }),
    yard: await openServer(life, {
      file: 'bench/load/list-yard.ts',
      port: yardPort,
      args: [String(yardPort), url],
      readyPath: '/ready',
    }),
  })
}

async function benchWebhooks(folder: string, count: number): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const port = await freePort(4900)
  const env = appVariables(port, folder, url)
  const app = () => openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' })
  return await benchSettle(url, app, count)
}

async function benchTalk(folder: string): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const port = await freePort(Number(process.env.BENCH_PORT ?? 4900))
  const barePort = await freePort(port + 1)
  const env = appVariables(port, folder, url)
  const bare = { file: 'bench/load/bare-sockets.ts', port: barePort, args: [String(barePort)], readyPath: '/' }
  const app = { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }
  return await benchChat(url, await openServer(life, app), await openServer(life, bare))
}

async function benchControlRoom(folder: string, sizes: number[]): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const port = await freePort(Number(process.env.BENCH_PORT ?? 4900))
  const env = appVariables(port, folder, url)
  const app = () => openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' })
  return await benchAdmin(url, app, sizes)
}

async function benchDisk(folder: string, counts: { mentors: number[]; lessons: number[] }): Promise<void> {
  const url = await startDatabase(life, folder)
  const port = await freePort(4900)
  const env = appVariables(port, folder, url)
  await benchSizes(url, counts, () =>
    openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }),
  )
}

async function benchOneDay(folder: string): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const db = openDatabase(openPool(url, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  await seedDemo(db, { mentors: 40, secretKeys: storedKeys(folder, 'secret-key') }).finally(() => db.destroy())
  const port = await freePort(4900)
  const env = { ...appVariables(port, folder, url), TRUST_PROXY: 'loopback' }
  return await benchDay(folder, url, () =>
    openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }),
  )
}

async function benchClasses(folder: string): Promise<boolean> {
  const url = await startDatabase(life, folder)
  const port = await freePort(4900)
  const env = appVariables(port, folder, url)
  return await benchTimetable(url, () =>
    openServer(life, { file: 'src/server/main.ts', port, env, readyPath: '/health/ready' }),
  )
}

const life = createLifecycle(() => console.log('\nStopping …'))
const folder = scratchFolder('bench')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
try {
  const [what, ...sizes] = process.argv.slice(2)
  if (what === 'search') {
    if (!(await benchList(folder, sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000, 1_000_000])))
      process.exitCode = 1
  } else if (what === 'list') {
    if (!(await benchUncached(folder, Number(sizes[0] ?? 100_000)))) process.exitCode = 1
  } else if (what === 'settle') {
    if (!(await benchWebhooks(folder, Number(sizes[0] ?? 10_000)))) process.exitCode = 1
  } else if (what === 'timetable') {
    if (!(await benchClasses(folder))) process.exitCode = 1
  } else if (what === 'admin') {
    const all = sizes.length > 0 ? sizes.map(Number) : [10_000, 1_000_000]
    if (!(await benchControlRoom(folder, all))) process.exitCode = 1
  } else if (what === 'sizes') {
    const [most = 1_000_000, lessons = 1_000_000] = sizes.map(Number)
    const upTo = (last: number, all: number[]) => [...all.filter((one) => one < last), last]
    await benchDisk(folder, { mentors: upTo(most, [10_000, 100_000]), lessons: upTo(lessons, [100_000]) })
  } else if (what === 'day') {
    if (!(await benchOneDay(folder))) process.exitCode = 1
  } else if (what === 'chat') {
    if (!(await benchTalk(folder))) process.exitCode = 1
  } else {
    const servers = await startServers(folder)
    const isRight = await benchSpeed(servers)
    const isWithin = await benchScripts(servers.app)
    if (!isRight || !isWithin) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await life.close()
process.exit()
