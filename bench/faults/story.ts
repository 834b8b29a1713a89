import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { faultsOfBooks } from '#test/books-oracle.ts'
import { conductConsent, home, makeMentor, parentConsent } from '#test/builders.ts'
import type { Person, Stage } from './stage.ts'

/** A money flow that can be interrupted anywhere and continued. */
export type Story = {
  name: string
  /** Tables it must write; fails the suite if it stops covering them. */
  writes: string[]
  /** Environment variables of the program, if not the usual ones. */
  variables?(stage: Stage): Record<string, string>
  /** Creates the people and preconditions; `turn` counts the runs. */
  begin(stage: Stage, turn: number): Promise<StoryRun>
}
export type StoryRun = {
  /** From the first request to the end, through any crash. */
  go(): Promise<void>
  /** The effects that must exist exactly once: a query for one row, and the expected row. */
  effects(): { found: RawBuilder<Record<string, unknown>>; expected: Record<string, unknown> }
}

/** Faults in the books already reported; a fault stays in the books once it happens. */
const reported = new WeakMap<Stage, Set<string>>()

/** New faults after a story, as sentences. */
export async function faultsAfter(stage: Stage, run: StoryRun): Promise<string[]> {
  const { found, expected } = run.effects()
  const row = (await found.execute(stage.db)).rows[0] ?? {}
  const wrong = Object.entries(expected).filter(([name, value]) => String(row[name]) !== String(value))
  const before = reported.get(stage) ?? new Set()
  const book = [...stage.gateway.book(), ...stage.razorpay.book()]
  const inBooks = await faultsOfBooks(stage.db, { book, isFullyReported: true })
  reported.set(stage, new Set(inBooks))
  return [
    ...wrong.map(([name, value]) => `${name}: ${row[name]} instead of ${value}`),
    ...inBooks.filter((fault) => !before.has(fault)),
  ]
}

/** The id of a row that does not exist. */
export const nothingYet = '00000000-0000-0000-0000-000000000000'

/** Whether a query returns a row. */
export const has = async ({ db }: Stage, query: RawBuilder<unknown>) => (await query.execute(db)).rows.length > 0

/** A gateway webhook, repeated until it is answered. */
export const notify = ({ requestWithRetry, gateway }: Stage, raw: string, from: Pick<Gateway, 'sign'> = gateway) =>
  requestWithRetry(null, 'POST', '/api/payment/webhook', { body: raw, headers: from.sign(raw, new Date()) })

export type Bought = { family: Person; mentor: Person; orderId: string; bookingId: string }

type Gateway = Stage['gateway'] | Stage['razorpay']
type Buying = {
  /** What the mentor needs first. */
  prepare?: (mentor: Person) => Promise<unknown>
  gateway?: Pick<Gateway, 'pay'>
}

/** A paid month, without faults. */
export async function bought(stage: Stage, { prepare, gateway = stage.gateway }: Buying = {}): Promise<Bought> {
  const { db, requestWithRetry } = stage
  const family = await stage.enter('student')
  const one = await makeMentor(db)
  const mentor = await stage.enter('mentor', one)
  await prepare?.(mentor)
  const learner = { name: 'Aarav', grade: '9' }
  const agreed = { parent: parentConsent(), conduct: conductConsent('family') }
  const input = { mentorId: one.id, amount: 4500, plan: 'monthly', learner, address: home, ...agreed }
  const made = await requestWithRetry(family, 'POST', '/api/payment/create-order', { body: input, key: randomUUID() })
  const orderId: string = made.order_id
  await gateway.pay(orderId, 'success')
  const { data } = await requestWithRetry(family, 'GET', `/api/payment/order/${orderId}`)
  if (data.status !== 'paid') throw new Error(`order ${orderId} is ${data.status}`)
  return { family, mentor, orderId, bookingId: data.booking }
}

/** How often an event was sent to a person. */
export const timesSent = (event: string, person: Person) =>
  sql`(select count(*)::int from outbox where template = ${event} and recipient = ${person.phone})`

/** A date this many days from now in Indian time. */
export const inDays = (days: number) => dateInIndia(plusMinutes(new Date(), days * 1440))
