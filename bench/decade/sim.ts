import type { Market } from './market.ts'
import type { Family, Mentor, People } from './people.ts'

export type Plan = 'demo' | 'hourly' | 'monthly' | 'months3'
export type Bought = {
  label: string
  id: string
  family: Family
  mentor: Mentor
  plan: Plan
  amountPaise: number
  /** A part of its price was paid with credit. */
  hasCredit: boolean
}
/** A message that its sender was told is stored. */
export type Written = { clientId: string; side: 'family' | 'mentor'; text: string }
export type Chat = { family: Family; mentor: Mentor; id: string; written: Written[] }

/** What the simulation remembers besides the marketplace, to compare with it. */
export type Sim = {
  market: Market
  people: People
  orders: Bought[]
  byOrder: Map<string, Bought>
  chats: Chat[]
  /** What happens at a later minute, counted from the first day. */
  later: { at: number; label: string; act: () => Promise<string> }[]
  /** What the bank saw: settlements of the gateway, the owner's deposits, and payouts. Paise. */
  bank: { settlements: Map<string, number>; deposited: number; paidOut: number }
  /** Commission in percent from a day on, in the order of the days. */
  rates: { from: string; commission: number }[]
  /** Choices already made about a class, so that nobody makes them twice. */
  decided: Set<string>
  minute: number
  /** How many days are lived through. */
  days: number
  /** Whether processes may be killed, after which a replay is no longer the same to the letter. */
  canKill: boolean
  /** Whether oracles that read the whole history are asked after each day. */
  asksDaily: boolean
  /** Kills the database's server, which starts again. */
  killDatabase?: (() => void) | undefined
}

/** Plans something for a later minute. */
export function later(sim: Sim, minutes: number, label: string, act: () => Promise<string>): void {
  const at = sim.minute + minutes
  const place = sim.later.findIndex((one) => one.at > at)
  sim.later.splice(place < 0 ? sim.later.length : place, 0, { at, label, act })
}

/** Somebody of a list, or nobody. */
export const anyOf = <T>(sim: Sim, list: readonly T[]): T | null =>
  list.length > 0 ? sim.market.dice.pick(list) : null
