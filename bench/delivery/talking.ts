import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/database.ts'
import { makePairs } from './people.ts'
import { compareMessages, isSettled, isWhole, type SentMessage, type Talkers, type Verdict } from './verdict.ts'
import { openWindow, type TalkWindow, type World } from './window.ts'

/** A fault at a given share of the messages. */
export type Fault = {
  name: string
  at: number
  act(crowd: { windows: TalkWindow[] }): Promise<void> | void
  calmMs?: number
}

export type Plan = {
  db: Db
  /** Base URLs of the servers. */
  origins: string[]
  siteOrigin: string
  pairs: number
  /** One pair in this many has a second window on both sides. */
  secondWindowEvery: number
  messages: number
  /** Total messages per second; 0 means as fast as possible. */
  rate: number
  catchUpEveryMs: number
  faults: Fault[]
  /** Time limit for delivery after the last message. */
  settleMs: number
  log?(line: string): void
}

export type Outcome = {
  verdict: Verdict
  isWhole: boolean
  said: number
  seconds: number
  settledMs: number
  losses: number
  latencies: number[]
  trouble: Map<string, number>
}

const greeting = 'Namaste'
const texts = [
  'Namaste, kal ki class 5 baje rakh sakte hain?',
  'Yes, five is fine. Please keep the maths notebook ready.',
  'आज का होमवर्क: पाठ तीन, सवाल एक से आठ तक।',
  'ठीक है, धन्यवाद!',
  'Aarav has a test on Friday: linear equations and a little geometry. Could you revise both with him?',
]
const usualCalmMs = 5_000

/** Pairs chat while faults occur; then the messages sent are compared with what every window shows. */
export async function talk(plan: Plan): Promise<Outcome> {
  const log = plan.log ?? (() => {})
  const sentAt = new Map<string, number | null>()
  const said: SentMessage[] = []
  const latencies: number[] = []
  let turn = 0
  let calmFrom = 0
  const isCalm = () => performance.now() > calmFrom
  const world: World = {
    origin: () => plan.origins[turn++ % plan.origins.length] ?? '',
    siteOrigin: plan.siteOrigin,
    catchUpEveryMs: plan.catchUpEveryMs,
    trouble: new Map(),
    sending(clientId) {
      // Retries are not measured.
      sentAt.set(clientId, isCalm() && !sentAt.has(clientId) ? performance.now() : null)
    },
    received(side, { clientId, side: sender }) {
      const at = sentAt.get(clientId)
      if (at && isCalm() && sender !== side) latencies.push(performance.now() - at)
    },
  }
  const note = (window: TalkWindow, { clientId }: { clientId: string }) =>
    void said.push({ clientId, window, nth: said.length })

  const pairs = await makePairs(plan.db, plan.pairs)
  const talkers: Talkers[] = pairs.map((pair, i) => ({
    pair,
    windows: [pair.family, pair.mentor].flatMap((person) =>
      (i % plan.secondWindowEvery === 0 ? [1, 2] : [1]).map((nth) =>
        openWindow(`${person.side} ${i} ${nth}`, person, world),
      ),
    ),
  }))
  const windows = talkers.flatMap((one) => one.windows)
  await until(() => windows.every((one) => one.isConnected()), plan.settleMs)
  log(`${windows.length} windows of ${2 * plan.pairs} people are open`)

  // A mentor answers only who has written.
  const greet = ({ windows: [first] }: Talkers) => first && note(first, first.talk.enqueue({ message: greeting }))
  for (const one of talkers) greet(one)
  await until(() => windows.every((one) => one.talk.lastSeq() > 0), plan.settleMs)

  const began = performance.now()
  // Everyone sends the same number of messages, whatever their number of windows.
  const shareOf = (window: TalkWindow, i: number) => {
    const own = talkers[i]?.windows.filter(({ person }) => person === window.person).length ?? 1
    return Math.ceil(plan.messages / (2 * plan.pairs) / own)
  }
  const write = async (window: TalkWindow, share: number) => {
    for (let nth = 0; nth < share; nth++) {
      // Stop typing while messages are stuck.
      while (window.talk.outgoing().length >= 3) await pause(20)
      if (said.length >= plan.messages) return
      note(window, window.talk.enqueue({ message: texts[nth % texts.length] ?? '' }))
      if (plan.rate > 0) await pause((windows.length / plan.rate) * 1_000 * (0.5 + Math.random()))
    }
  }
  let isSaid = false
  const writing = Promise.all(
    talkers.flatMap((one, i) => one.windows.map((window) => write(window, shareOf(window, i)))),
  ).then(() => {
    isSaid = true
  })
  for (const fault of plan.faults.toSorted((a, b) => a.at - b.at)) {
    while (said.length < fault.at * plan.messages && !isSaid) await pause(5)
    calmFrom = Number.POSITIVE_INFINITY
    await fault.act({ windows })
    calmFrom = performance.now() + (fault.calmMs ?? usualCalmMs)
    log(`${seconds(began)} s, ${said.length} messages: ${fault.name}`)
  }
  await writing
  const total = seconds(began)
  log(`${total} s: all ${said.length} messages sent`)
  const ended = performance.now()
  while (!(await isSettled(plan.db, talkers)) && performance.now() < ended + plan.settleMs) await pause(50)
  const settledMs = performance.now() - ended
  const verdict = await compareMessages(plan.db, talkers, said)
  await Promise.all(windows.map((one) => one.close()))
  return {
    verdict,
    isWhole: isWhole(verdict, said.length),
    said: said.length,
    seconds: total,
    settledMs,
    latencies,
    losses: windows.reduce((sum, one) => sum + one.losses(), 0),
    trouble: world.trouble,
  }
}

const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10

async function until(isSo: () => boolean, maxMs: number): Promise<void> {
  for (const limit = performance.now() + maxMs; !isSo(); await pause(20)) {
    if (performance.now() > limit) throw new Error('not every window connected and received a message')
  }
}
