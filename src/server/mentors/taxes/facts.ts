import { sql } from 'kysely'
import { panFitsName } from '#contract/mentors/tax-ids.ts'
import type { OwnTaxes, TaxFacts } from '#contract/mentors/taxes.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import {
  draftNotice,
  inBothLanguages,
  type Notice,
  notify,
  readRecipient,
} from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { assertNotParty } from '#server/platform/guards.ts'
import { type Reads, type Rows, readTogether } from '#server/platform/json-rows.ts'
import type { Log } from '#server/platform/log.ts'
import { assertFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import { readSetting, type Settings, settingNow, settingOr } from '#server/settings/settings/settings.ts'
import { currentYearRow, type YearRow } from './entry-rows.ts'
import * as rows from './rows.ts'
import { holdsTaxIds, sealTaxIds } from './sealed-ids.ts'

const ending = (text: string) => `••••••${text.slice(-4)}`

const toReply = (facts: rows.ShownFacts | null) => ({
  state: facts?.state ?? ('missing' as const),
  holder: facts?.holder ?? null,
  resident: facts?.isResident ?? null,
  pan: facts?.pan ?? null,
  gstin: facts?.gstin ?? null,
  reason: facts?.reason ?? '',
})

type OwnRows = {
  taxFacts: rows.ShownFacts
  year: YearRow
  taxRules: { rules: Settings['taxRules'] | null; isNeeded: boolean }
}

/** A mentor's tax facts by their last characters, and the sums of the financial year. */
export const taxReads = (mentorId: string): Reads<OwnRows> => ({
  taxFacts: { query: rows.shownFacts(mentorId), times: {} },
  year: { query: currentYearRow(mentorId), times: {} },
  taxRules: {
    query: sql<OwnRows['taxRules']>`select ${settingNow('taxRules')} as rules, ${rows.hasPaid(mentorId)} as "isNeeded"`,
    times: {},
  },
})

const ownReply = async (db: Db, mentorId: string): Promise<OwnTaxes> =>
  toOwnTaxes(await readTogether(db, taxReads(mentorId)))

/** What `taxReads` found. */
export function toOwnTaxes({ taxFacts: [facts], year: [year], taxRules: [rest] }: Rows<OwnRows>): OwnTaxes {
  if (!year || !rest) throw new Error('the current financial year was not found')
  const rules = settingOr('taxRules', rest.rules)
  return {
    ...toReply(facts ?? null),
    needed: rest.isNeeded,
    year: { from: year.year, fees: rupees(year.grossPaise), tds: rupees(year.tdsPaise), limit: rules.limit },
    withoutPan: rules.withoutPan,
  }
}

/** The viewer's tax facts by their last characters, with the sums of the financial year. */
export const ownTaxes = ({ db }: Context, viewer: Viewer): Promise<OwnTaxes> =>
  ownReply(db, orNotFound(viewer.mentorId))

/**
 * Stores the viewer's tax facts encrypted; they decide about fees credited from now on. A person whose surname does not fit the
 * PAN, and a mentor abroad, is for an admin to look at. Repeating the same facts changes nothing.
 */
export async function setTaxFacts({ db, config, queue }: Context, viewer: Viewer, input: TaxFacts): Promise<OwnTaxes> {
  const mentorId = orNotFound(viewer.mentorId)
  const { holder, resident, pan, gstin } = input
  return await transaction(db, async (tx) => {
    const mentor = orNotFound(await rows.lockOwner(tx, mentorId))
    const before = await rows.factsOf(tx, mentorId)
    const isSame =
      before?.holder === holder &&
      before.isResident === resident &&
      holdsTaxIds(config.secretKeys, mentorId, before.sealed, { pan, gstin })
    if (isSame && before.state !== 'refused') return await ownReply(tx, mentorId)
    await assertFreshLogin(tx, viewer)
    const doubts: rows.FactsRow['doubts'] = []
    if (holder === 'individual' && !panFitsName(pan, mentor.fullName)) doubts.push('name')
    if (!resident) doubts.push('resident')
    await rows.insertFacts(tx, mentorId, {
      sealed: sealTaxIds(config.secretKeys, mentorId, { pan, gstin }),
      pan: ending(pan),
      gstin: gstin === '' ? null : ending(gstin),
      gstState: gstin === '' ? null : gstin.slice(0, 2),
      holder,
      isResident: resident,
      state: doubts.length === 0 ? 'given' : 'look',
      doubts,
    })
    await writeAudit(tx, viewer, 'mentor-tax.set', { kind: 'mentor', id: mentorId, detail: { hint: ending(pan) } })
    await queue.send(tx, 'taxes.return', {})
    return await ownReply(tx, mentorId)
  })
}

type Decision = { decision: 'accept'; facts: string } | { decision: 'refuse'; facts: string; reason: string }

/** Accepts facts that need a look, or refuses them with a reason. Repeating the decision succeeds. */
export async function decideTaxFacts(
  { db, queue }: Context,
  viewer: Viewer,
  mentorId: string,
  input: Decision,
): Promise<void> {
  await transaction(db, async (tx) => {
    const mentor = orNotFound(await rows.lockOwner(tx, mentorId))
    const facts = orNotFound(await rows.factsOf(tx, mentorId))
    assertNotParty(viewer, [mentor.accountId])
    if (facts.id !== input.facts) throw new AppError('tax-facts-changed')
    const target = input.decision === 'accept' ? 'given' : 'refused'
    if (facts.state === target) return
    if (facts.state !== 'look') throw new AppError('tax-facts-changed')
    const reason = input.decision === 'refuse' ? input.reason : ''
    await rows.setDecision(tx, facts.id, input.decision, { reason, accountId: viewer.accountId })
    const detail = { decision: input.decision, ...(reason && { reason }) }
    await writeAudit(tx, viewer, 'mentor-tax.decide', { kind: 'mentor', id: mentorId, detail })
    if (reason) await notifyRefused(tx, mentor, facts.id, reason)
    else await queue.send(tx, 'taxes.return', {})
  })
}

const notifyRefused = (tx: Transaction, { accountId }: rows.MentorRow, factsId: string, reason: string) =>
  notify(tx, {
    event: 'tax-facts-refused',
    accountId,
    side: 'mentor',
    onceKey: factsId,
    values: inBothLanguages(() => ({ reason })),
  })

/** Asks a mentor for the tax facts once, if possible before the first fee is credited. @returns null if they are known */
export async function draftTaxQuestion(tx: Transaction, mentorId: string, accountId: string): Promise<Notice | null> {
  const to = { event: 'tax-facts-asked', accountId, side: 'mentor', onceKey: mentorId } as const
  const [facts, { withoutPan }, reading] = await Promise.all([
    rows.factsOf(tx, mentorId),
    readSetting(tx, 'taxRules'),
    readRecipient(tx, to, to.event),
  ])
  if (facts) return null
  return await draftNotice(tx, { ...to, values: inBothLanguages(() => ({ percent: `${withoutPan}` })) }, reading)
}

/** Job: asks mentors whose bookings were paid before tax facts were asked for. */
export async function askRunningMentors(db: Db, log?: Log): Promise<void> {
  for (const mentorId of await rows.runningWithoutFacts(db)) {
    // A failed question must not stop the others.
    await transaction(db, async (tx) => {
      const ask = await draftTaxQuestion(tx, mentorId, await rows.accountOf(tx, mentorId))
      await ask?.()
    }).catch((error: unknown) => log?.error({ err: error, mentorId }, 'asking for tax facts failed'))
  }
}
