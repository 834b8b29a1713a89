import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { appVariables, freePort } from '#bench/load/demo-site.ts'
import { type Measured, startMeasured } from '#bench/load/measured-process.ts'
import { cookieOf } from '#bench/load/timetable-bench.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { storedKeys } from '#server/keys.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import type { Trial } from './bad-gateway.ts'

const perSecond = Number(process.env.RATE ?? 200)
const drainSeconds = 3

type Ask = { method: 'GET' | 'PUT' | 'DELETE'; path: string; cookie?: string }

/** HAProxy in front of two processes: looks at their readiness twice a second, and repeats only connections that were refused. */
const proxyConfig = (port: number, ports: readonly number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 180s
  timeout server 20s
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend site
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter 500ms fall 2 rise 1
${ports.map((one, i) => `  server process${i} 127.0.0.1:${one}`).join('\n')}
`

async function requests(db: Db): Promise<Ask[]> {
  const { rows: families } = await sql<{ id: string }>`
    select f.account_id as id from family f join booking b on b.family_id = f.id group by 1 order by count(*) desc limit 1`.execute(
    db,
  )
  const cookie = await cookieOf(db, families[0]?.id ?? '', 'student')
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from mentor where is_listed order by number limit 3`.execute(db)
  const [one, two] = rows
  if (!one || !two) throw new Error('the demo has no mentors')
  const visitors = ['/', '/mentors?city=Indore', `/mentors/${one.slug}`, '/api/mentor?class=8&city=Indore']
  const pages: Ask[] = Array.from({ length: 9 }, (_, n) => ({
    method: 'GET',
    path: visitors[n % visitors.length] ?? '/',
  }))
  // 45 of visitors, three pages of a family, one that no cache answers, and two writes: less than an address may send.
  return [
    ...pages,
    { method: 'GET', path: '/dashboard/student', cookie },
    ...pages,
    { method: 'PUT', path: `/api/shortlist/${one.id}`, cookie },
    { method: 'GET', path: '/dashboard/student/payments', cookie },
    ...pages,
    { method: 'GET', path: `/mentors?q=${one.slug.slice(0, 4)}` },
    { method: 'GET', path: '/dashboard/student/classes', cookie },
    ...pages,
    ...pages,
    { method: 'DELETE', path: `/api/shortlist/${two.id}`, cookie },
  ]
}

/** Restarts two processes behind a proxy in turn while requests come; no request may fail. */
export async function rollingRestarts(databaseUrl: string, folder: string, restarts: number): Promise<Trial> {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new Error('This part needs haproxy: apt-get install haproxy, or brew install haproxy.')
  const data = join(folder, 'rolling')
  mkdirSync(data)
  const db = openDatabase(openPool(databaseUrl, { connections: 2, statementTimeoutMs: 0, name: 'mentorsetu bench' }))
  await seedDemo(db, { mentors: 60, secretKeys: storedKeys(data, 'secret-key') })
  const asks = await requests(db)
  await db.destroy()

  const port = await freePort(4200)
  const ports = [await freePort(port + 1)]
  ports.push(await freePort((ports[0] ?? port) + 1))
  const origin = `http://localhost:${port}`
  const open = (own: number) =>
    startMeasured({
      file: 'src/server/main.ts',
      port: own,
      env: {
        ...appVariables(own, data, databaseUrl),
        PUBLIC_URL: origin,
        DRAIN_SECONDS: String(drainSeconds),
        DATABASE_CONNECTIONS: '10',
      },
      readyPath: '/health/ready',
    })
  const processes: Measured[] = []
  for (const own of ports) processes.push(await open(own))
  const file = join(data, 'haproxy.cfg')
  writeFileSync(file, proxyConfig(port, ports))
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  await pause(1_500)

  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const failures = new Map<string, number>()
  let sent = 0
  let pending = 0
  const send = () => {
    const { method, path, cookie } = asks[sent++ % asks.length] as Ask // safe: not empty
    pending++
    const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1)
    const headers = { origin, ...(cookie ? { cookie } : {}), ...(method === 'GET' ? {} : { 'content-length': '0' }) }
    const one = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: 20_000 }, (reply) => {
      reply.resume()
      if ((reply.statusCode ?? 0) >= 400) note(`${method} ${path}: ${reply.statusCode}`)
      reply.once('close', () => {
        pending--
        if (!reply.complete) note(`${method} ${path}: broken off`)
      })
    })
    one.once('error', (error) => {
      pending--
      note(`${method} ${path}: ${error.message}`)
    })
    one.end()
  }
  let due = performance.now()
  const timer = setInterval(() => {
    for (; due < performance.now(); due += 1_000 / perSecond) send()
  }, 5)
  try {
    await pause(3_000)
    for (let n = 0; n < restarts; n++) {
      const nth = n % processes.length
      await processes[nth]?.stop()
      processes[nth] = await open(ports[nth] ?? 0)
      // Until the proxy has seen it.
      await pause(1_500)
    }
  } finally {
    clearInterval(timer)
    while (pending > 0) await pause(20)
    proxy.kill('SIGTERM')
    agent.destroy()
    for (const one of processes) await one.stop()
  }
  return {
    what: `${restarts} restarts in turn behind a proxy, ${sent} requests at ${perSecond} a second`,
    faults: [...failures].map(([what, count]) => `${count} × ${what}`),
  }
}
