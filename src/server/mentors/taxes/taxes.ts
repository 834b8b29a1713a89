import type { FeeRates } from '#contract/classes/prices.ts'
import type { Keys } from '#server/config.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { readSetting, type Settings } from '#server/settings/settings/settings.ts'
import { type IncomeKind, returnedTaxes, type TaxRates, type TaxStatus, withholding } from './decision.ts'
import * as entries from './entry-rows.ts'
import { type FactsRow, factsOf, sealedFacts, sealedFactsOf } from './rows.ts'
import { openTaxIds } from './sealed-ids.ts'

export { lockTaxYears } from './entry-rows.ts'
export { askRunningMentors, draftTaxQuestion, taxReads, toOwnTaxes } from './facts.ts'
export { returnFlatTaxes } from './returns.ts'

/** Facts that decide about a mentor's taxes now. Refused facts count as no PAN. */
async function statusOf(db: Db, mentorId: string): Promise<TaxStatus> {
  const facts = await factsOf(db, mentorId)
  if (!facts || facts.state === 'refused') return { holder: null, isResident: true, isRegistered: false }
  return { holder: facts.holder, isResident: facts.isResident, isRegistered: facts.gstState !== null }
}

/** A mentor's facts, unless they are missing, refused or wait for an admin. */
export async function acceptedFacts(db: Db, mentorId: string): Promise<FactsRow | null> {
  const facts = await factsOf(db, mentorId)
  return facts?.state === 'given' ? facts : null
}

/** GSTIN of facts, by their id; empty if they have none. */
export async function openGstin(db: Db, keys: Keys, factsId: string): Promise<string> {
  const facts = await sealedFacts(db, factsId)
  return facts ? openTaxIds(keys, facts.mentorId, facts.sealed).gstin : ''
}

/** PAN and GSTIN of the mentors of these rows, for the returns that the law requires. */
export async function openedTaxIds(db: Db, keys: Keys, of: readonly { mentorId: string }[]) {
  const facts = await sealedFactsOf(
    db,
    of.map(({ mentorId }) => mentorId),
  )
  return new Map(facts.map(({ mentorId, sealed }) => [mentorId, openTaxIds(keys, mentorId, sealed)]))
}

/** Rates of the fee's time, and the rules of today, when the fee is credited. */
const ratesAt = async (db: Db, at: Date): Promise<TaxRates> =>
  toRates(await readSetting(db, 'feeRates', at), await readSetting(db, 'taxRules'))

function toRates(
  { tds, tcs }: Settings['feeRates'],
  { limit, withoutPan, onlyExcess }: Settings['taxRules'],
): TaxRates {
  const limitPaise = limit * 100
  return { tds, tcs, withoutPan: Math.round(withoutPan * 100), limitPaise, isOnlyExcess: onlyExcess === 1 }
}

/** A change of a mentor's fee for a lesson: a fee is positive, a part taken back is negative. */
type FeeChange = {
  mentorId: string
  lessonId: string
  kind: IncomeKind
  /** Whose rates apply. */
  at: Date
  grossPaise: number
  /** Of a fee: what is left of it after commission and GST. */
  sharePaise: number
}
/** Taxes of a change, to be recorded with its journal: withheld ones are positive, returned ones negative. */
export type TaxPlan = FeeChange & {
  tds: number
  tcs: number
  entries: Omit<entries.NewEntry, 'commissionPaise' | 'gstPaise'>[]
}

/**
 * The one place that decides what is withheld from a mentor's fee. A fee counts in the financial year in which it is credited; a
 * part taken back returns the taxes of that lesson's own fees, newest first, and reduces the years in which they were credited.
 * Locks these years until commit: call before locking ledger accounts.
 */
export async function planTaxes(tx: Transaction, change: FeeChange): Promise<TaxPlan> {
  if (change.grossPaise < 0) return await planReturn(tx, change)
  if (change.grossPaise === 0) return { ...change, tds: 0, tcs: 0, entries: [] }
  const { mentorId, kind, grossPaise } = change
  const year = await entries.lockCurrentYear(tx, mentorId)
  const status = await statusOf(tx, mentorId)
  const { nominal, tds, tcs } = withholding(status, year, change, await ratesAt(tx, change.at))
  const entry = {
    kind,
    year: year.year,
    reverses: null,
    grossPaise,
    nominalPaise: nominal,
    tdsPaise: tds,
    tcsPaise: tcs,
  }
  return { ...change, tds, tcs, entries: [{ ...entry, hasPan: status.holder !== null }] }
}

async function planReturn(tx: Transaction, change: FeeChange): Promise<TaxPlan> {
  const fees = await entries.lockFeesOf(tx, change.mentorId, change.lessonId)
  const plan: TaxPlan = { ...change, tds: 0, tcs: 0, entries: [] }
  let openPaise = -change.grossPaise
  for (const fee of fees) {
    if (openPaise === 0) break
    const back = returnedTaxes(fee, Math.min(openPaise, fee.grossPaise), fee.isYearOver)
    openPaise -= back.grossPaise
    plan.tds -= back.tdsPaise
    plan.tcs -= back.tcsPaise
    plan.entries.push({
      kind: 'reversal',
      year: fee.year,
      reverses: fee.id,
      hasPan: fee.hasPan,
      grossPaise: -back.grossPaise,
      nominalPaise: -back.nominalPaise,
      tdsPaise: -back.tdsPaise,
      tcsPaise: -back.tcsPaise,
    })
  }
  if (openPaise !== 0) throw new Error(`lesson ${change.lessonId} earned ${openPaise} paise less than are taken back`)
  return plan
}

type Recorded = { journal: 'lesson' | 'correction'; subjectId: string; commissionPaise: number; gstPaise: number }

/** Records a plan with its journal, and the commission and GST that the journal took or returned. */
export async function recordTaxes(tx: Transaction, plan: TaxPlan, recorded: Recorded): Promise<void> {
  const { journal, subjectId, commissionPaise, gstPaise } = recorded
  const source = { mentorId: plan.mentorId, lessonId: plan.lessonId, journal, subjectId }
  for (const [i, entry] of plan.entries.entries()) {
    const fees = i === 0 ? { commissionPaise, gstPaise } : { commissionPaise: 0, gstPaise: 0 }
    await entries.insertEntry(tx, source, { ...entry, ...fees })
  }
}

export const taxesOfLesson = (tx: Transaction, lessonId: string) => entries.taxesOfLesson(tx, lessonId)

/** What would be withheld from fees now, one after the other; nothing is locked or recorded. */
export async function previewTaxes(
  db: Db,
  mentorId: string,
  fees: readonly Omit<FeeChange, 'mentorId' | 'lessonId'>[],
  feesAt: (at: Date) => FeeRates,
) {
  const [status, current, rules] = await Promise.all([
    statusOf(db, mentorId),
    entries.currentYear(db, mentorId),
    readSetting(db, 'taxRules'),
  ])
  const year = { ...current }
  const previews: { tds: number; tcs: number }[] = []
  for (const fee of fees) {
    const { nominal, tds, tcs } = withholding(status, year, fee, toRates(feesAt(fee.at), rules))
    year.grossPaise += fee.grossPaise
    year.nominalPaise += nominal
    year.tdsPaise += tds
    previews.push({ tds, tcs })
  }
  return previews
}
