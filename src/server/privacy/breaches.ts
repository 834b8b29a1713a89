import type { Breach } from '#contract/privacy/admin-privacy.ts'
import { breachHours } from '#contract/privacy/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { auditView, writeAudit } from '#server/platform/audit.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { dateTimeText, dayText } from '#server/platform/figures.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import * as rows from './breach-rows.ts'

const batchSize = 200

const plusHours = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString()

export const toBreach = ({
  noticedAt,
  certInToldAt,
  boardToldAt,
  consequences: _,
  measures: __,
  recordedAt: ___,
  ...one
}: rows.BreachRow): Breach => ({
  ...one,
  noticedAt: noticedAt.toISOString(),
  certInBy: plusHours(noticedAt, breachHours.certIn),
  certInToldAt: certInToldAt?.toISOString() ?? null,
  boardBy: plusHours(noticedAt, breachHours.board),
  boardToldAt: boardToldAt?.toISOString() ?? null,
})

async function breachOf(db: Db, id: string): Promise<rows.BreachRow> {
  const [found] = await rows.breaches(db, id)
  if (!found) throw new AppError('not-found')
  return found
}

/** Repeating it adds people who are not in it yet. @throws AppError when its texts differ from what was recorded */
export async function recordBreach(db: Db, viewer: Viewer, input: rows.BreachInput): Promise<Breach> {
  if (new Date(input.noticedAt) > new Date()) throw invalidField('noticedAt', 'in the past')
  const id = await transaction(db, async (tx) => {
    const made = await rows.insertBreach(tx, input, viewer.accountId)
    const breachId = made ?? (await rows.recordedBreach(tx, input))
    if (breachId === null) throw new AppError('already-done')
    const count = await rows.insertConcerned(tx, breachId, input)
    if (made !== null && count === 0) throw invalidField('phones', 'known numbers')
    if (count > 0)
      await writeAudit(tx, viewer, 'breach.recorded', { kind: 'breach', id: breachId, detail: { number: count } })
    return breachId
  })
  return toBreach(await breachOf(db, id))
}

export async function recordNotified(
  db: Db,
  viewer: Viewer,
  id: string,
  authority: 'cert-in' | 'board',
): Promise<Breach> {
  await breachOf(db, id)
  await transaction(db, async (tx) => {
    if (await rows.setNotified(tx, id, authority))
      await writeAudit(tx, viewer, 'breach.told', { kind: 'breach', id, detail: { to: authority } })
  })
  return toBreach(await breachOf(db, id))
}

/** Queues the notices to the people concerned. */
export async function tellConcerned({ db, queue }: Pick<Context, 'db' | 'queue'>, viewer: Viewer, id: string) {
  const { people, told } = await breachOf(db, id)
  await transaction(db, async (tx) => {
    await queue.send(tx, 'privacy.breach', { breachId: id })
    await writeAudit(tx, viewer, 'breach.messages', { kind: 'breach', id, detail: { number: people - told } })
  })
  return toBreach(await breachOf(db, id))
}

/** Job: notifies the people concerned in batches, each once. */
export async function notifyConcerned({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  let count = batchSize
  while (count === batchSize) {
    count = await transaction(db, async (tx) => {
      const people = await rows.lockUnnotified(tx, id, batchSize)
      for (const { accountId, side, text, noticedAt } of people) {
        const values = inBothLanguages((language) => ({ notice: text[language], day: dayText(noticedAt, language) }))
        await notify(tx, { event: 'data-breach', accountId, side, onceKey: id, values })
      }
      if (people.length > 0)
        await rows.markPeopleNotified(
          tx,
          id,
          people.map(({ accountId }) => accountId),
        )
      return people.length
    })
  }
}

/** The text to CERT-In and the Board, in English, line by line. */
export async function letterOf(db: Db, viewer: Viewer, id: string) {
  const one = await breachOf(db, id)
  await auditView(db, viewer, 'breach.letter', { kind: 'breach', id })
  const office = await readSetting(db, 'office')
  const contact = [office.grievanceName, office.grievancePhone, office.grievanceEmail].filter(Boolean).join(', ')
  const at = (time: Date | null) => (time ? dateTimeText(time, 'en') : 'Not yet')
  const lines = [
    `Personal data breach report no. ${one.number}`,
    'To: Data Protection Board of India; CERT-In (incident@cert-in.org.in)',
    `From: ${office.legalName || brand.name}`,
    `Contact: ${contact}`,
    `Noticed: ${at(one.noticedAt)}`,
    `Recorded: ${at(one.recordedAt)}, by ${one.recordedBy}`,
    `What happened: ${one.what}`,
    `Types of data: ${one.dataKinds}`,
    `People affected: ${one.people}; notified so far: ${one.told}`,
    `Likely consequences: ${one.consequences}`,
    `Action taken and planned: ${one.measures}`,
    `CERT-In notified: ${at(one.certInToldAt)}`,
    `Board notified: ${at(one.boardToldAt)}`,
  ]
  return { number: one.number, lines }
}
