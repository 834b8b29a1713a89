import { randomUUID } from 'node:crypto'
import type { Nominee, Privacy } from '#contract/privacy/privacy.ts'
import type { Context } from '#server/context.ts'
import { isInvoiceDue } from '#server/money/invoices/invoices.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { dayText } from '#server/platform/figures.ts'
import type { Person } from '#server/platform/personal.ts'
import { assertFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import { removeFilesOf } from '#server/reference/media/media.ts'
import { lastCopy } from './copy-rows.ts'
import * as rows from './rows.ts'
import { personalTables } from './tables.ts'

async function personFor(db: Db, viewer: Viewer) {
  return orNotFound(await rows.personOf(db, viewer.accountId))
}

/** What is open, with the role it belongs to: as a family, as a mentor, or both. */
async function blockerRolesOf(db: Db, person: Person): Promise<Privacy['blockerRoles']> {
  const [all, ofFamily, ofMentor, ofAccount] = await Promise.all([
    rows.blockersOf(db, person),
    rows.blockersOf(db, { ...person, mentorId: null }),
    rows.blockersOf(db, { ...person, familyId: null }),
    rows.blockersOf(db, { ...person, familyId: null, mentorId: null }),
  ])
  return all.map((blocker) => ({
    blocker,
    roles: ofAccount.includes(blocker)
      ? []
      : [
          ...(ofFamily.includes(blocker) ? (['student'] as const) : []),
          ...(ofMentor.includes(blocker) ? (['mentor'] as const) : []),
        ],
  }))
}

export async function privacyFor(db: Db, viewer: Viewer): Promise<Privacy> {
  const [erasure, copy, nominee, blockerRoles] = await Promise.all([
    rows.waitingErasure(db, viewer.accountId),
    lastCopy(db, viewer.accountId),
    rows.nomineeOf(db, viewer.accountId),
    personFor(db, viewer).then((person) => blockerRolesOf(db, person)),
  ])
  return {
    erasure: erasure && { askedAt: erasure.askedAt.toISOString(), dueAt: erasure.dueAt.toISOString() },
    blockers: blockerRoles.map(({ blocker }) => blocker),
    blockerRoles,
    nominee,
    copy: copy && { ...copy, askedAt: copy.askedAt.toISOString() },
  }
}

type DataOptions = { most?: number; onPart?: (done: number) => Promise<unknown> }

/**
 * What is kept of a person, by table; tables without rows are left out. `most`: rows of each table, default all; `onPart` is
 * told how many are read.
 */
export async function dataOf(db: Db, person: Person, { most, onPart }: DataOptions = {}) {
  const data: Record<string, Record<string, unknown>[]> = {}
  for (const [i, one] of personalTables.entries()) {
    if (one.shows.length > 0) {
      const found = await rows.rowsOf(db, one, person, most ?? null)
      if (found.length > 0) data[one.table] = [...(data[one.table] ?? []), ...found]
    }
    await onPart?.(i + 1)
  }
  return data
}

export async function downloadFor(db: Db, viewer: Viewer) {
  return { madeAt: new Date().toISOString(), data: await dataOf(db, await personFor(db, viewer)) }
}

/** Starts the days to think it over. @throws AppError while something is open */
export async function askErasure(db: Db, viewer: Viewer): Promise<Privacy> {
  await transaction(db, async (tx) => {
    await assertFreshLogin(tx, viewer)
    await rows.lockAccount(tx, viewer.accountId)
    if ((await rows.blockersOf(tx, await personFor(tx, viewer))).length > 0) throw new AppError('erasure-blocked')
    const asked = await rows.insertErasure(tx, viewer.accountId)
    if (!asked) return
    const values = inBothLanguages((language) => ({ day: dayText(asked.dueAt, language) }))
    await notify(tx, { event: 'erasure-asked', ...recipientOf(viewer), onceKey: asked.id, values })
  })
  return await privacyFor(db, viewer)
}

/** Admins have no page of their own data. */
const recipientOf = ({ accountId, userType }: Viewer) =>
  ({ accountId, side: userType === 'mentor' ? 'mentor' : 'family' }) as const

/** Names or changes the nominee, or removes them (null). */
export async function setNominee(db: Db, viewer: Viewer, nominee: Nominee | null): Promise<Privacy> {
  await transaction(db, async (tx) => {
    await assertFreshLogin(tx, viewer)
    const isChanged = await rows.setNominee(tx, viewer.accountId, nominee)
    if (!isChanged) return
    const values = inBothLanguages(() => ({}))
    await notify(tx, { event: 'nominee-named', ...recipientOf(viewer), onceKey: randomUUID(), values })
  })
  return await privacyFor(db, viewer)
}

export async function cancelErasure(db: Db, viewer: Viewer): Promise<Privacy> {
  await rows.setCancelled(db, viewer.accountId)
  return await privacyFor(db, viewer)
}

/** Carries out requests whose day has come. One that is blocked, or needed by a case or an invoice, waits until that ends. */
export async function eraseDue({ db, queue, log }: Pick<Context, 'db' | 'queue' | 'log'>): Promise<void> {
  for (const { id, accountId } of await rows.dueErasures(db)) {
    try {
      await eraseAccount({ db, queue }, id, accountId)
    } catch (error) {
      log?.error({ err: error, erasure: id }, 'an account could not be erased')
    }
  }
}

async function eraseAccount({ db, queue }: Pick<Context, 'db' | 'queue'>, id: string, accountId: string) {
  await transaction(db, async (tx) => {
    if (!(await rows.lockErasure(tx, id))) return
    const before = await rows.personOf(tx, accountId)
    if (!before) return
    await rows.lockChallenges(tx, before.phone)
    await rows.lockAccount(tx, accountId)
    const person = await rows.personOf(tx, accountId)
    // After a change of number, and while something is open, the next run tries again.
    if (person?.phone !== before.phone || (await rows.blockersOf(tx, person)).length > 0) return
    if (await rows.isInCase(tx, person)) return
    // An invoice names the mentor.
    if (person.mentorId && (await isInvoiceDue(tx, person.mentorId))) return
    await removeFilesOf(tx, queue, accountId)
    for (const one of personalTables) await rows.eraseRows(tx, one, person)
    await rows.setDone(tx, id)
    if (person.mentorId) await queue.send(tx, 'mentors.cards', { ids: [person.mentorId] })
  })
}
