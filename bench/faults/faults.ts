import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, startDatabase } from '#bench/load/demo-site.ts'
import { createLifecycle } from '#server/platform/lifecycle.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'
import { scratchFolder } from '../../scripts/scratch-folder.ts'
import { runAway } from './away.ts'
import { gatewayFaults, runGatewayFault, type Trial } from './bad-gateway.ts'
import { buying } from './buying.ts'
import { restartUnderLoad } from './database-restart.ts'
import { earning } from './earning.ts'
import { openTestedSite, outages, runOutage } from './hiccups.ts'
import { type KillReport, killAtEveryWrite } from './kills.ts'
import { mailing } from './mailing.ts'
import { paying } from './paying.ts'
import { refunding } from './refunding.ts'
import { rollingRestarts } from './rolling.ts'
import { openStage, type Stage } from './stage.ts'
import { routing, transferring } from './transferring.ts'
import { runWithShiftedClock } from './wrong-clock.ts'

const parts = ['kills', 'gateway', 'clock', 'database'] as const
const stories = { refunding, paying, buying, earning, mailing, transferring, routing }
const rolling = 'rolling'
const restarts = 20
const firstPort = 4150
const lanes = 2

const life = createLifecycle(() => console.log('\nStopping …'))
const folder = scratchFolder('faults')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Gives each task to the next free stage. */
async function share<W, T>(
  stages: Stage[],
  work: readonly W[],
  act: (stage: Stage, one: W) => Promise<T>,
): Promise<T[]> {
  const left = [...work.entries()]
  const done: T[] = []
  const take = async (stage: Stage) => {
    for (let next = left.shift(); next; next = left.shift()) done[next[0]] = await act(stage, next[1])
  }
  await Promise.all(stages.map(take))
  return done
}

function mark(faults: string[] | undefined): string {
  if (faults?.length) process.exitCode = 1
  return faults === undefined ? '' : faults.length === 0 ? 'ok' : 'WRONG'
}

function showKillReport({ story, kills, missed }: KillReport): void {
  console.log(`\nkill -9 while ${story}: ${kills.length} kills\n      write${' '.repeat(36)}before  after`)
  for (const { at, write, faults } of kills.filter(({ moment }) => moment === 'before')) {
    const after = kills.find((one) => one.at === at && one.moment === 'after')
    console.log(`  ${String(at).padStart(3)} ${write.padEnd(40)} ${mark(faults).padEnd(7)} ${mark(after?.faults)}`)
    for (const fault of new Set([...faults, ...(after?.faults ?? [])])) console.log(`        ${fault}`)
  }
  if (missed.length === 0) return
  process.exitCode = 1
  console.log(`  FAILED: no writes to ${missed.join(', ')}`)
}

function showTrials(title: string, trials: Trial[]): void {
  console.log(`\n${title}`)
  for (const { what, faults } of trials) {
    console.log(`  ${what.padEnd(64)} ${mark(faults)}`)
    for (const fault of faults) console.log(`        ${fault}`)
  }
}

async function run(opened: Stage[], open: (name: string) => Promise<Stage>, chosen: readonly string[]): Promise<void> {
  const stages = opened.slice(0, lanes)
  const is = (part: (typeof parts)[number]) => chosen.length === 0 || chosen.includes(part)
  const named = Object.entries(stories).filter(([name]) => is('kills') || chosen.includes(name))
  const [first] = stages
  await share(stages, named, async (stage, [name, story]) => {
    // A database with orders of one gateway refuses to start with another.
    showKillReport(await killAtEveryWrite(story.variables ? await open(name) : stage, story))
  })
  if (is('gateway'))
    showTrials('a gateway that fails, at each call', await share(stages, gatewayFaults, runGatewayFault))
  if (is('clock')) showTrials('a wrong clock', await share(stages, [3, -3], runWithShiftedClock))
  if (!is('database') || !first) return
  // Runs alone, because the other stages would lose their database too.
  for (const one of opened) await one.vary({})
  const trials = []
  for (const mode of ['immediate', 'fast'] as const) trials.push(await restartUnderLoad(first, folder, mode))
  showTrials('the database restarts while families buy', trials)
  const pages = join(folder, 'pages')
  mkdirSync(pages, { mode: 0o711 })
  const site = await openTestedSite(pages)
  const odd = await site.recordBaseline()
  const read: Trial[] = [{ what: 'all is well', faults: odd }]
  for (const one of outages({ cuts: 40, lockMs: 16_000 }))
    read.push({ what: one.what, faults: await runOutage(site, one) })
  const away: Trial[] = []
  for (const how of ['gone', 'silent'] as const) away.push(await runAway(site, how, 60_000))
  showTrials('the database is away', away)
  await site.stop()
  showTrials('database outages while every page is read', read)
}

try {
  const chosen = process.argv.slice(2)
  const words = [...parts, ...Object.keys(stories), rolling]
  const unknown = chosen.find((one) => !words.includes(one))
  if (unknown) throw new Error(`Unknown part "${unknown}": use one of ${words.join(', ')}.`)
  if (!(await buildIsFresh())) await buildWeb()
  const began = performance.now()
  const databaseUrl = await startDatabase(life, folder)
  if (chosen.includes(rolling)) {
    const trial = await rollingRestarts(databaseUrl, folder, Number(process.env.RESTARTS ?? restarts))
    showTrials('rolling restarts', [trial])
  }
  const opened: Stage[] = []
  let port = firstPort
  const open = async (name: string): Promise<Stage> => {
    port = await freePort(port + 1)
    const stage = await life.open(
      () => openStage({ databaseUrl, folder, name, port }),
      (one) => one.stop(),
      10_000,
    )
    opened.push(stage)
    return stage
  }
  for (let lane = 0; lane < lanes; lane++) await open(`stage${lane}`)
  if (chosen.length !== 1 || chosen[0] !== rolling) await run(opened, open, chosen)
  console.log(
    `\n${process.exitCode ? 'FAILED' : 'OK: nothing lost, duplicated or left half done'}; ${Math.round((performance.now() - began) / 1000)} s`,
  )
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await life.close()
process.exit()
