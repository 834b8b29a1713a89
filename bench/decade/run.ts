import { migrate } from '#server/platform/migrate.ts'
import { openQueue } from '#server/platform/queue.ts'
import { watchMoves } from '#test/books-oracle.ts'
import { payByFiles } from '#test/builders.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { createDatabase, realNow, shiftDate } from './clock.ts'
import { liveThroughDay } from './day.ts'
import { deposit } from './desk.ts'
import { type Finding, openMarket } from './market.ts'
import { askOracles } from './oracles/ask.ts'
import { type Admin, apply, makeAdmins, nobody, signUp, verify } from './people.ts'
import type { Sim } from './sim.ts'

export type RunInput = {
  server: string
  name: string
  /** A database made by `emptyMarket`. */
  template?: string | undefined
  dataDir: string
  days: number
  seed: number
  kills?: boolean
  /** Ends with the first day on which something was found. */
  stopsAtFirst?: boolean
  /** Asks every oracle after each day, however long the history is. */
  asksDaily?: boolean
  killDatabase?: () => void
  onFinding?(finding: Finding): void
  onDay?(sim: Sim): Promise<void>
  /** Hears of every action. */
  onNote?: (line: string) => void
  /** Awaited between two actions. */
  mayGoOn?: () => Promise<void>
}

const firstDay = '2027-01-01'

/** A database of a marketplace without people. */
export async function emptyMarket(server: string, name: string, aheadMs = 0, survivesKills = false): Promise<string> {
  const url = await createDatabase(server, name, { aheadMs, survivesKills })
  await migrate(url)
  await (await openQueue(url, { maintain: false })).stop()
  return url
}

/** Lives through some days of a new marketplace; meanwhile this thread has its clock. */
export async function runDays({
  server,
  name,
  template,
  dataDir,
  days,
  seed,
  kills = false,
  stopsAtFirst = false,
  asksDaily = false,
  killDatabase,
  onFinding,
  onDay,
  onNote,
  mayGoOn,
}: RunInput) {
  const from = new Date(`${firstDay}T00:00:00Z`)
  const aheadMs = from.getTime() - realNow() - 330 * 60_000
  const url = template
    ? await createDatabase(server, name, { aheadMs, template, survivesKills: kills })
    : await emptyMarket(server, name, aheadMs, kills)
  const restoreDate = shiftDate()
  const findings: Finding[] = []
  const variables = { DATA_DIR: dataDir, SECRET_KEY: testSecretKeys[0], NODE_ENV: 'test', SEED: 'none' }
  const market = await openMarket({
    url,
    seed,
    from,
    variables,
    onNote,
    mayGoOn,
    onFinding(finding) {
      findings.push(finding)
      onFinding?.(finding)
    },
  })
  await payByFiles(market.db)
  await watchMoves(market.db)
  const people = nobody()
  const sim: Sim = {
    market,
    people,
    orders: [],
    byOrder: new Map(),
    chats: [],
    later: [],
    rates: [],
    decided: new Set(),
    minute: 0,
    days,
    canKill: kills,
    asksDaily,
    killDatabase,
    bank: { settlements: new Map(), deposited: 0, paidOut: 0 },
  }
  try {
    await makeAdmins(market, people)
    await deposit(sim, 50_000)
    for (let i = 0; i < 6; i++) {
      market.note('', 'apply', await apply(market, people))
      const mentor = people.mentors.at(-1)
      if (mentor) market.note('', 'verify', await verify(market, people.admins[0] as Admin, mentor)) // safe: made first
    }
    for (let i = 0; i < 8; i++) {
      market.note('', 'sign up', await signUp(market, people))
    }
    for (let day = 0; day < days && !(stopsAtFirst && findings.some(({ oracle }) => oracle !== 'simulation')); day++) {
      market.state.day = day
      await liveThroughDay(sim)
      await askOracles(sim)
      market.state.wasShaken = false
      await onDay?.(sim)
    }
    return {
      findings,
      hash: market.hash(),
      calls: market.state.calls,
      actions: market.state.action,
      counts: market.counts,
      spent: market.spent,
      lines: market.lines(),
    }
  } finally {
    await market.stop()
    restoreDate()
  }
}
