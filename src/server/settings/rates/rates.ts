import { isDeepStrictEqual } from 'node:util'
import type { AllRates, NewRates, RatesName } from '#contract/settings/rates.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { lockSettings } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { type Settings, settingDefault } from '#server/settings/settings/settings.ts'
import * as rows from './queries.ts'

const percentOf = ({ commission, gst, tds, tcs }: Settings['feeRates']) => ({
  commission: commission / 100,
  gst: gst / 100,
  tds: tds / 100,
  tcs: tcs / 100,
})
const basisPointsOf = ({ commission, gst, tds, tcs }: Settings['feeRates']) => ({
  commission: Math.round(commission * 100),
  gst: Math.round(gst * 100),
  tds: Math.round(tds * 100),
  tcs: Math.round(tcs * 100),
})

async function toReplies<N extends RatesName, V>(db: Db, name: N, wire: (value: Settings[N]) => V) {
  const found = await rows.ratesOf(db, name)
  const now = found.find(({ isLater }) => !isLater)
  const state = (row: (typeof found)[number]) => (row.isLater ? 'later' : row === now ? 'now' : 'past')
  const dated = found.map((row) => ({
    from: row.from,
    values: wire(row.value),
    state: state(row) as 'past' | 'now' | 'later', // safe: its values
    setBy: row.setBy,
    setAt: row.setAt?.toISOString() ?? null,
  }))
  const first = { from: null, values: wire(settingDefault(name)), setBy: null, setAt: null }
  return [...dated, { ...first, state: now ? ('past' as const) : ('now' as const) }]
}

async function toReply(db: Db): Promise<AllRates> {
  return {
    feeRates: await toReplies(db, 'feeRates', percentOf),
    packageDiscounts: await toReplies(db, 'packageDiscounts', (value) => value),
    bookingPolicy: await toReplies(db, 'bookingPolicy', (value) => ({ ...settingDefault('bookingPolicy'), ...value })),
    taxRules: await toReplies(db, 'taxRules', (value) => value),
  }
}

export async function ratesFor({ db }: Context): Promise<AllRates> {
  return await toReply(db)
}

/**
 * Schedules rates for a future day. Idempotent; if the newest rates changed since the admin saw them, it is
 * refused.
 */
export async function setRates({ db }: Context, viewer: Viewer, input: NewRates): Promise<AllRates> {
  const { name, from, seen } = input
  const value = input.name === 'feeRates' ? basisPointsOf(input.values) : input.values
  return await transaction(db, async (tx) => {
    await lockSettings(tx)
    await assertFuture(tx, from)
    const known = await rows.ratesOf(tx, name)
    const same = known.find((row) => row.from === from)
    if (same && isDeepStrictEqual(same.value, value)) return await toReply(tx)
    if ((known[0]?.from ?? null) !== seen) throw new AppError('rates-changed')
    if (same) throw new AppError('rates-day-taken')
    await rows.insertRates(tx, name, from, value)
    const before = known.find((row) => row.from < from)?.value ?? settingDefault(name)
    const detail = { was: before, is: value }
    await writeAudit(tx, viewer, 'rates.set', { kind: 'setting', id: `${name}:${from}`, detail })
    return await toReply(tx)
  })
}

/** Deletes scheduled rates; missing ones count as deleted. */
export async function dropRates({ db }: Context, viewer: Viewer, name: RatesName, from: string): Promise<AllRates> {
  return await transaction(db, async (tx) => {
    await lockSettings(tx)
    await assertFuture(tx, from)
    const dropped = await rows.deleteRates(tx, name, from)
    if (dropped !== null) {
      const detail = { was: dropped, is: null }
      await writeAudit(tx, viewer, 'rates.drop', { kind: 'setting', id: `${name}:${from}`, detail })
    }
    return await toReply(tx)
  })
}

async function assertFuture(tx: Transaction, from: string): Promise<void> {
  if (await rows.isLater(tx, from)) return
  throw invalidField('from', 'tomorrow or later')
}
