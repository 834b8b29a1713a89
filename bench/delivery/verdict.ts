import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Pair } from './people.ts'
import type { TalkWindow } from './window.ts'

/** A message a window accepted for sending; `nth` counts up. */
export type SentMessage = { clientId: string; window: TalkWindow; nth: number }
export type Talkers = { pair: Pair; windows: TalkWindow[] }

/** Counts of faults; all but `stored` must be zero. */
export type Verdict = {
  stored: number
  lost: number
  storedTwice: number
  unknown: number
  outOfOrder: number
  gaps: number
  /** Stored messages that a window of either side does not show. */
  unseen: number
  shownTwice: number
  shownOtherwise: number
  unsent: number
}

/** Compares the messages sent, stored and shown in every window. */
export async function compareMessages(db: Db, talkers: Talkers[], said: SentMessage[]): Promise<Verdict> {
  const { rows } = await sql<{ clientId: string; seq: number; conversation: string; familyId: string }>`
    select t.client_id as "clientId", t.seq, t.conversation_id as conversation, c.family_id as "familyId"
    from message t join conversation c on c.id = t.conversation_id order by t.conversation_id, t.seq`.execute(db)
  const sayings = new Map(said.map((one) => [one.clientId, one]))
  const storedBy = Map.groupBy(rows, ({ familyId }) => familyId)
  const times = Map.groupBy(rows, ({ clientId }) => clientId)
  const verdict: Verdict = {
    stored: rows.length,
    lost: 0,
    storedTwice: 0,
    unknown: 0,
    outOfOrder: 0,
    gaps: 0,
    unseen: 0,
    shownTwice: 0,
    shownOtherwise: 0,
    unsent: 0,
  }
  for (const { clientId } of said) if (!times.has(clientId)) verdict.lost++
  for (const [clientId, some] of times) {
    verdict.storedTwice += some.length - 1
    if (!sayings.has(clientId)) verdict.unknown++
  }
  for (const { pair, windows } of talkers) {
    const stored = storedBy.get(pair.family.id) ?? []
    const reached = new Map<TalkWindow, number>()
    for (const [i, { seq, clientId }] of stored.entries()) {
      if (seq !== i + 1) verdict.gaps++
      const saying = sayings.get(clientId)
      if (!saying) continue
      if (saying.nth <= (reached.get(saying.window) ?? -1)) verdict.outOfOrder++
      reached.set(saying.window, saying.nth)
    }
    for (const window of windows) {
      const shown = window.talk.messages()
      verdict.unsent += window.talk.outgoing().length
      verdict.unseen += Math.max(stored.length - shown.length, 0)
      verdict.shownTwice += shown.length - new Set(shown.map(({ clientId }) => clientId)).size
      for (const [i, one] of shown.entries()) {
        if (one.clientId !== stored[i]?.clientId || one.seq !== i + 1) verdict.shownOtherwise++
      }
    }
  }
  return verdict
}

/** Whether every window has sent its messages and shows all stored ones. */
export async function isSettled(db: Db, talkers: Talkers[]): Promise<boolean> {
  const { rows } = await sql<{ familyId: string; lastSeq: number }>`
    select family_id as "familyId", last_seq as "lastSeq" from conversation`
    .execute(db)
    .catch(() => ({ rows: [] }))
  const lastSeqs = new Map(rows.map(({ familyId, lastSeq }) => [familyId, lastSeq]))
  return talkers.every(({ pair, windows }) =>
    windows.every(({ talk }) => talk.outgoing().length === 0 && talk.lastSeq() === lastSeqs.get(pair.family.id)),
  )
}

/** Whether every message arrived everywhere, once and in order. */
export const isWhole = ({ stored, ...wrong }: Verdict, said: number): boolean =>
  stored === said && Object.values(wrong).every((count) => count === 0)
