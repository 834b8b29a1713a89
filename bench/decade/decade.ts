import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { createLifecycle } from '#server/platform/lifecycle.ts'
import { killServer } from '#server/platform/postgres-process.ts'
import { administer } from '#test/administer.ts'
import { memoryFolder } from '../../scripts/scratch-folder.ts'
import { costliest, reportProgress } from './progress.ts'
import { runDays } from './run.ts'

const life = createLifecycle(() => console.log('\nStopping …'))
const folder = memoryFolder('decade')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const words = process.argv.slice(2)
const kills = words.includes('kills')
const [days = 30, seed = 1] = words.flatMap((word) => (/^\d+$/.test(word) ? [Number(word)] : []))

const pauseFile = process.env.DECADE_PAUSE

/** Waits between two actions: a process that is stopped in the middle of one exceeds its time limits. */
async function mayGoOn(): Promise<void> {
  while (pauseFile && existsSync(pauseFile)) await pause(1_000)
}

try {
  // Given by `planted.ts`: a server with a migrated database to copy.
  const [url, template] = process.env.DECADE_SERVER?.split(' ') ?? []
  const open = () => openPostgres({ dataDir: folder, role: 'owner', fast: true })
  const server = url ?? (await life.open(open, (one) => one.stop(), 10_000)).url
  const began = performance.now()
  const report = reportProgress(days > 100 ? 30 : 10, (line) => console.log(line))
  let found = 0
  const { findings, hash, calls, actions, counts, spent } = await runDays({
    server,
    name: `decade_${process.pid}`,
    template,
    dataDir: `${folder}/files`,
    days,
    seed,
    kills,
    stopsAtFirst: words.includes('first'),
    asksDaily: words.includes('daily'),
    ...(words.includes('trace') && { onNote: (line: string) => console.log(line) }),
    killDatabase: () => killServer(join(folder, 'postgres')),
    onFinding({ day, action, oracle, what }) {
      found++
      console.log(`seed ${seed} day ${day} action ${action} ${oracle}: ${what.slice(0, 600)}`)
    },
    onDay: (sim) => report(sim, found),
    mayGoOn,
  })
  if (url) await administer(new URL(url), `drop database decade_${process.pid} with (force)`)
  for (const [name, outcomes] of counts)
    console.log(name.padEnd(20), [...outcomes].map(([code, times]) => `${code} ${times}`).join(', '))
  console.log(costliest(spent, new Map(), 30))
  const seconds = (performance.now() - began) / 1000
  const perMinute = (days / seconds) * 60
  console.log(
    `${days} days, ${actions} actions, ${calls} requests in ${Math.round(seconds)} s: ${perMinute.toFixed(1)} days a minute, ten years in ${(3650 / perMinute / 60).toFixed(1)} hours`,
  )
  console.log(`trace ${hash}, ${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await life.close()
process.exit()
