import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { dateInIndia, plusMinutes } from '#contract/wire/time.ts'
import { faultsOfBooks } from '#test/books-oracle.ts'
import { home, makeMentor } from '#test/builders.ts'
import type { Person, Stage } from './stage.ts'

/** Something people do with money, told so that it can be interrupted anywhere and goes on. */
export type Story = {
  name: string
  /** Tables that must be among its writes: without them the suite has gone blind. */
  writes: string[]
  /** Makes people and whatever stands before; `turn` counts the tellings. */
  begin(stage: Stage, turn: number): Promise<Telling>
}
export type Telling = {
  /** From the first tap to the end, whatever dies on the way. */
  go(): Promise<void>
  /** What there must be once, and no more: a query of one row, and the row it must answer. */
  effects(): { found: RawBuilder<Record<string, unknown>>; expected: Record<string, unknown> }
}

/** Faults of the books that were told already: what broke once stays broken. */
const told = new WeakMap<Stage, Set<string>>()

/** What is wrong after a story, in words, and was not before it. */
export async function faultsAfter(stage: Stage, telling: Telling): Promise<string[]> {
  const { found, expected } = telling.effects()
  const row = (await found.execute(stage.db)).rows[0] ?? {}
  const wrong = Object.entries(expected).filter(([name, value]) => String(row[name]) !== String(value))
  const before = told.get(stage) ?? new Set()
  const inBooks = await faultsOfBooks(stage.db, { book: stage.gateway.book(), isToldAll: true })
  told.set(stage, new Set(inBooks))
  return [
    ...wrong.map(([name, value]) => `${name}: ${row[name]} instead of ${value}`),
    ...inBooks.filter((fault) => !before.has(fault)),
  ]
}

/** The id of a row that was not made. */
export const nothingYet = '00000000-0000-0000-0000-000000000000'

/** Whether a query answers a row. */
export const has = async ({ db }: Stage, query: RawBuilder<unknown>) => (await query.execute(db)).rows.length > 0

/** A notice of the gateway, which repeats it until it is answered. */
export const notify = ({ insist, gateway }: Stage, raw: string) =>
  insist(null, 'POST', '/api/payment/webhook', { body: raw, headers: gateway.sign(raw, new Date()) })

export type Bought = { family: Person; mentor: Person; orderId: string; bookingId: string }

/** A paid month, without any fault on the way. */
export async function bought(stage: Stage): Promise<Bought> {
  const { db, insist, gateway } = stage
  const family = await stage.enter('student')
  const one = await makeMentor(db)
  const mentor = await stage.enter('mentor', one)
  const learner = { name: 'Aarav', grade: '9' }
  const wish = { mentorId: one.id, amount: 4500, plan: 'monthly', learner, address: home }
  const made = await insist(family, 'POST', '/api/payment/create-order', { body: wish, key: randomUUID() })
  const orderId: string = made.order_id
  await gateway.pay(orderId, 'success')
  const { data } = await insist(family, 'GET', `/api/payment/order/${orderId}`)
  if (data.status !== 'paid') throw new Error(`order ${orderId} is ${data.status}`)
  return { family, mentor, orderId, bookingId: data.booking }
}

/** How often each event was told to a person. */
export const timesTold = (event: string, person: Person) =>
  sql`(select count(*)::int from outbox where template = ${event} and recipient = ${person.phone})`

/** A date some days from now, as India writes it. */
export const inDays = (days: number) => dateInIndia(plusMinutes(new Date(), days * 1440))
