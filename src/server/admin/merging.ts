import type { MergeKind, Moved } from '#contract/reference/catalogue-admin.ts'
import { entryNow, wordOf } from '#contract/reference/catalogue-entries.ts'
import * as bookings from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import * as applications from '#server/mentors/applications/applications.ts'
import * as orders from '#server/money/orders/orders.ts'
import { renameBoard } from '#server/people/profiles/profiles.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockCatalogue } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import {
  entriesNow,
  type KnownEntry,
  namesOf,
  readCatalogue,
  tellCatalogue,
  writeEntry,
} from '#server/reference/catalogue/catalogue.ts'
import * as rows from './merge-rows.ts'

/**
 * The two entries of a merge: the other one must be there, and no third; a degree of the same kind of degrees. What can be
 * chosen does not become part of what cannot.
 */
async function pairOf(
  db: Db,
  kind: MergeKind,
  key: string,
  into: string,
): Promise<{ from: KnownEntry; to: KnownEntry }> {
  const all = await entriesNow(db, kind)
  const [from, to] = [key, into].map((one) => all.find((entry) => entry.key === one && entry.state !== 'removed'))
  if (!from) throw new AppError('not-found')
  const isFit = to && to !== from && to.parent === from.parent && to.into === null
  if (!isFit || (from.into ?? into) !== into || (from.state === 'shown' && to.state !== 'shown'))
    throw new AppError('catalogue-merge-target')
  return { from, to }
}

async function movedBy(db: Db, kind: MergeKind, from: KnownEntry, to: KnownEntry): Promise<Moved> {
  const pair = { from: from.key, into: to.key }
  const known = namesOf(to)
  const words = namesOf(from).filter((word) => !known.includes(word))
  const counts = {
    subject: () => rows.countSubject(db, pair, namesOf(from)),
    board: () => rows.countBoard(db, pair),
    degree: () => rows.countDegree(db, pair),
  }
  return { ...(await counts[kind]()), words }
}

/** What a merge would move, and nothing moved. */
export async function previewMerge({ db }: Context, kind: MergeKind, key: string, into: string): Promise<Moved> {
  const { from, to } = await pairOf(db, kind, key, into)
  return await movedBy(db, kind, from, to)
}

/** Draft answers name the other subject, once where they named both. */
async function moveDrafts(tx: Transaction, from: KnownEntry, to: KnownEntry): Promise<void> {
  const words = namesOf(from)
  const both = [...words, ...namesOf(to)]
  const means = (text: unknown, some: readonly string[]) => typeof text === 'string' && some.includes(wordOf(text))
  for (const { account, tree } of await applications.lockDraftsNaming(tx, words)) {
    for (const keys of Object.values(tree).filter((one) => typeof one === 'object' && one !== null)) {
      for (const [key, list] of Object.entries(keys)) {
        const chosen: unknown[] = [list].flat()
        if (!chosen.some((text) => means(text, words))) continue
        Object.assign(keys, { [key]: [...new Set(chosen.map((text) => (means(text, both) ? to.en : text)))] })
      }
    }
    await applications.writeDraftTree(tx, account, tree)
  }
}

/** Every owner renames what it has of one entry. @returns the mentors among them */
async function rename(tx: Transaction, from: KnownEntry, to: KnownEntry): Promise<string[]> {
  const pair = { from: from.key, into: to.key }
  if (from.kind === 'degree') return await applications.renameDegree(tx, pair)
  if (from.kind === 'board') {
    await renameBoard(tx, pair)
    return await applications.renameBoard(tx, pair)
  }
  await moveDrafts(tx, from, to)
  await orders.renameSubject(tx, pair)
  await bookings.renameSubject(tx, pair)
  return await applications.renameSubject(tx, pair)
}

/** Whatever has one entry gets the other one; mentors are told so in their history, and written into the list anew. */
async function move(
  { queue }: Context,
  tx: Transaction,
  from: KnownEntry,
  to: KnownEntry,
  by: string | null,
): Promise<void> {
  const ids = await rename(tx, from, to)
  await applications.noteRename(tx, ids, by, { field: from.kind, from: from.en, to: to.en })
  await queue.insert(tx, 'mentors.cards', parted(ids))
}

const cardsMost = 500
const parted = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / cardsMost) }, (_, i) => ({
    ids: ids.slice(i * cardsMost, (i + 1) * cardsMost),
  }))

/** The classes a subject is taught in. */
async function moveClasses(tx: Transaction, from: KnownEntry, to: KnownEntry): Promise<void> {
  for (const one of await entriesNow(tx, 'grade')) {
    if (!one.subjects.includes(from.key)) continue
    const subjects = one.subjects.map((slug) => (slug === from.key ? to.key : slug))
    await writeEntry(tx, { ...one, subjects: [...new Set(subjects)] })
  }
}

/** Makes an entry part of another one of its kind; done already, nothing moves. What closed bookings and receipts are called stays. */
export async function mergeEntry(
  context: Context,
  viewer: Viewer,
  { kind, key }: { kind: MergeKind; key: string },
  wish: { into: string; version: number },
): Promise<Moved> {
  const moved = await transaction(context.db, async (tx) => {
    await lockCatalogue(tx)
    const { from, to } = await pairOf(tx, kind, key, wish.into)
    const found = await movedBy(tx, kind, from, to)
    if (from.into !== null) return found
    if (from.version !== wish.version) throw new AppError('catalogue-changed')
    await move(context, tx, from, to, viewer.accountId)
    if (kind === 'subject') await moveClasses(tx, from, to)
    await writeEntry(tx, { ...from, into: to.key })
    await writeEntry(tx, { ...to, aliases: [...to.aliases, ...found.words] })
    const detail = { into: to.key, ...found }
    await writeAudit(tx, viewer, 'catalogue.merge', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    const startAfter = new Date(Date.now() + leftoversMs)
    await context.queue.send(tx, 'catalogue.leftovers', { kind, key }, { startAfter })
    await tellCatalogue(tx)
    return found
  })
  await readCatalogue(context.db)
  return moved
}

/** Long enough for every request that began before the merge. */
const leftoversMs = 60_000

/** What was still being saved under the old name while it was merged follows. */
export async function moveLeftovers(context: Context, { kind, key }: { kind: MergeKind; key: string }): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockCatalogue(tx)
    const all = await entriesNow(tx, kind)
    const from = all.find((one) => one.key === key)
    const to = entryNow(all, key)
    if (from && to && to !== from) await move(context, tx, from, to, null)
  })
}
