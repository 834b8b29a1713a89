import { sql } from 'kysely'
import type { JobName } from '#server/jobs.ts'
import * as buying from './buying.ts'
import * as changes from './changes.ts'
import { calm, strike, troubleOf } from './chaos.ts'
import * as desk from './desk.ts'
import { apply, signUp } from './people.ts'
import { jobsDue } from './schedule.ts'
import type { Sim } from './sim.ts'
import * as talking from './talking.ts'
import * as teaching from './teaching.ts'

type Action = [name: string, act: (sim: Sim) => Promise<string>]

/** What people do by day, with its weight. */
const actions: [Action, number][] = [
  [['sign up', ({ market, people }) => signUp(market, people)], 2],
  [['buy', buying.buy], 10],
  [['renew', buying.renew], 4],
  [['plan', teaching.plan], 12],
  [['picked time', changes.pickedTime], 5],
  [['cancel', changes.cancel], 5],
  [['move', changes.move], 5],
  [['answer', changes.answer], 9],
  [['add', changes.add], 3],
  [['skip', changes.skip], 1],
  [['leave', changes.leave], 1],
  [['replace', changes.replace], 2],
  [['refund', desk.refund], 4],
  [['decide refund', desk.decideRefund], 4],
  [['decide dispute', desk.decideDispute], 5],
  [['correct', desk.correct], 1],
  [['attendance', desk.attendance], 1],
  [['cases', desk.cases], 5],
  [['books', desk.books], 2],
  [['chat', talking.chat], 7],
  [['review', talking.review], 2],
  [['help', talking.help], 1],
  [['forget', talking.forget], 1],
  [['browse', talking.browse], 2],
]
const wantedMentors = 30

/** One action, whose outcome is written down. */
async function perform(sim: Sim, [name, act]: Action): Promise<void> {
  const { market } = sim
  market.state.action++
  const outcome = await act(sim).catch((error: unknown) => {
    market.found('simulation', error instanceof Error ? (error.stack ?? error.message) : String(error))
    return 'broke'
  })
  market.note('', name, outcome)
}

/** Moves to a minute of the day, with everything planned before it. */
async function moveTo(sim: Sim, minute: number): Promise<void> {
  const { market } = sim
  const until = market.state.day * 1440 + minute
  for (let next = sim.later[0]; next && next.at <= until; next = sim.later[0]) {
    sim.later.shift()
    sim.minute = Math.max(sim.minute, next.at)
    await market.moveTo(sim.minute - market.state.day * 1440)
    await perform(sim, [next.label, next.act])
  }
  sim.minute = until
  await market.moveTo(minute)
}

/** Nobody waits for these: every fourth time is enough. Nothing is uploaded, so that files are not scanned. */
const patient: JobName[] = [
  ...(['admin.figures', 'codes.watch', 'media.sweep', 'platform.clean', 'payouts.payees', 'transfers.sweep'] as const),
  ...(['cases.escalate', 'reviews.publish', 'privacy.erase', 'payouts.check-accounts'] as const),
]

/** Runs the jobs of the time since the last call, as one of the processes would. */
async function runJobs(sim: Sim, since: Date): Promise<void> {
  const { market } = sim
  const worker = market.processes.at(-1)
  const isPatientTurn = new Date().getUTCHours() % 4 === 1
  const isWanted = (name: JobName) => name !== 'aadhaar.scan' && (isPatientTurn || !patient.includes(name))
  for (const job of jobsDue(since, new Date()).filter(isWanted))
    await market
      .timed(`job ${job}`, worker?.ask({ do: 'run', job }) ?? Promise.resolve(undefined))
      .catch(
        (error: unknown) =>
          market.state.isShaken || market.found('job', `${job}: ${error instanceof Error ? error.message : error}`),
      )
  await market.timed('queue', worker?.ask({ do: 'work' }) ?? Promise.resolve(undefined)).catch((error: unknown) => {
    const what = error instanceof Error ? error.message : String(error)
    // The queue tries a job again after a reply of the gateway that cannot be true.
    const isExpected = market.state.isShaken || (market.state.isGatewayBad && what.startsWith('GatewayError'))
    if (!isExpected) market.found('queue', what)
  })
  await noticeErased(sim)
}

/** The jobs that people wait for, between two hours. */
async function runUrgent(sim: Sim): Promise<void> {
  const worker = sim.market.processes.at(-1)
  await worker?.ask({ do: 'run', job: 'payments.reconcile' }).catch(() => {})
  await worker?.ask({ do: 'work' }).catch(() => {})
}

/** Lives through one day: people by day, jobs around the clock, the desk on weekdays. */
export async function liveThroughDay(sim: Sim): Promise<void> {
  const { market, people } = sim
  const { dice } = market
  let since = new Date()
  const { trouble, hour: when } = troubleOf(sim)
  for (let hour = 0; hour < 24; hour++) {
    const isAwake = hour >= 7 && hour < 22
    const minutes = Array.from({ length: isAwake ? dice.int(2, 5) : dice.chance(0.1) ? 1 : 0 }, () =>
      dice.int(0, 58),
    ).sort((a, b) => a - b)
    for (const minute of minutes) {
      await moveTo(sim, hour * 60 + minute)
      await perform(sim, dice.weigh(actions))
    }
    if (
      hour === 10 &&
      people.mentors.filter(({ status, isErased }) => !isErased && status !== 'rejected').length < wantedMentors &&
      dice.chance(0.4)
    )
      await perform(sim, ['apply', () => apply(market, people)])
    if (hour === when && trouble !== 'none') await strike(sim, trouble)
    if (hour === 11) await perform(sim, ['mentors', desk.mentors])
    const day = market.state.day % 30
    if (hour === 16 && day === 7) await perform(sim, ['close month', desk.closeMonth])
    if (hour === 16 && day === 12) await perform(sim, ['rates', desk.changeRates])
    if (hour === 12 && dice.chance(0.8)) await perform(sim, ['settle', desk.settle])
    if (hour === 15 && dice.chance(0.3)) await perform(sim, ['payout', desk.payout])
    if (isAwake && minutes.length > 1) await runUrgent(sim)
    if (!isAwake && hour % 2 === 0) continue
    await moveTo(sim, hour * 60 + 59)
    if (isAwake) await teaching.afterClasses(sim)
    if (hour === 5 || market.state.wasShaken) await market.tendQueue()
    await runJobs(sim, since)
    since = new Date()
  }
  await calm(sim)
  await runJobs(sim, since)
}

/** Who was erased takes no further part. */
async function noticeErased({ market, people }: Sim): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from account where erased_at is not null`.execute(market.db)
  const gone = new Set(rows.map(({ id }) => id))
  for (const one of [...people.families, ...people.mentors]) one.isErased ||= gone.has(one.accountId)
}
