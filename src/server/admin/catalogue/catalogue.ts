import type { MergeKind } from '#contract/reference/catalogue-admin.ts'
import { normaliseWord, resolveEntry } from '#contract/reference/catalogue-entries.ts'
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
  namesOf,
  notifyCatalogueChange,
  readEntries,
  reloadCatalogue,
  type VersionedEntry,
  writeEntry,
} from '#server/reference/catalogue/catalogue.ts'

/**
 * The two entries of a merge. The target must exist, have the same parent and not be merged itself; a shown entry is not
 * merged into a hidden one.
 */
async function pairOf(
  db: Db,
  kind: MergeKind,
  key: string,
  into: string,
): Promise<{ from: VersionedEntry; to: VersionedEntry }> {
  const all = await readEntries(db, kind)
  const [from, to] = [key, into].map((one) => all.find((entry) => entry.key === one && entry.state !== 'removed'))
  if (!from) throw new AppError('not-found')
  const isFit = to && to !== from && to.parent === from.parent && to.into === null
  if (!isFit || (from.into ?? into) !== into || (from.state === 'shown' && to.state !== 'shown'))
    throw new AppError('catalogue-merge-target')
  return { from, to }
}

/** Replaces a subject in draft answers, once where they named both. */
async function moveDrafts(tx: Transaction, from: VersionedEntry, to: VersionedEntry): Promise<void> {
  const words = namesOf(from)
  const both = [...words, ...namesOf(to)]
  const means = (text: unknown, some: readonly string[]) =>
    typeof text === 'string' && some.includes(normaliseWord(text))
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

/** Lets every owner rename an entry in its tables. @returns ids of the mentors changed */
async function rename(tx: Transaction, from: VersionedEntry, to: VersionedEntry): Promise<string[]> {
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

/**
 * Replaces an entry by another one wherever it is used, notes it in the mentors' histories and updates their cards.
 * @returns how many mentors it had
 */
async function move(
  { queue }: Context,
  tx: Transaction,
  from: VersionedEntry,
  to: VersionedEntry,
  by: string | null,
): Promise<number> {
  const ids = await rename(tx, from, to)
  await applications.noteRename(tx, ids, by, { field: from.kind, from: from.en, to: to.en })
  await queue.insert(tx, 'mentors.cards', parted(ids))
  return ids.length
}

const maxCards = 500
const parted = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / maxCards) }, (_, i) => ({
    ids: ids.slice(i * maxCards, (i + 1) * maxCards),
  }))

/** Replaces a subject in the classes it is taught in. */
async function moveClasses(tx: Transaction, from: VersionedEntry, to: VersionedEntry): Promise<void> {
  for (const one of await readEntries(tx, 'grade')) {
    if (!one.subjects.includes(from.key)) continue
    const subjects = one.subjects.map((slug) => (slug === from.key ? to.key : slug))
    await writeEntry(tx, { ...one, subjects: [...new Set(subjects)] })
  }
}

/** Merges an entry into another one of its kind; merging again is a success. Closed bookings and receipts keep their names. */
export async function mergeEntry(
  context: Context,
  viewer: Viewer,
  { kind, key }: { kind: MergeKind; key: string },
  body: { into: string; version: number },
): Promise<{ into: string }> {
  await transaction(context.db, async (tx) => {
    await lockCatalogue(tx)
    const { from, to } = await pairOf(tx, kind, key, body.into)
    if (from.into !== null) return
    if (from.version !== body.version) throw new AppError('catalogue-changed')
    const mentors = await move(context, tx, from, to, viewer.accountId)
    if (kind === 'subject') await moveClasses(tx, from, to)
    const words = namesOf(from).filter((word) => !namesOf(to).includes(word))
    await writeEntry(tx, { ...from, into: to.key })
    await writeEntry(tx, { ...to, aliases: [...to.aliases, ...words] })
    const detail = { into: to.key, mentors, words }
    await writeAudit(tx, viewer, 'catalogue.merge', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    const startAfter = new Date(Date.now() + leftoversMs)
    await context.queue.send(tx, 'catalogue.leftovers', { kind, key }, { startAfter })
    await notifyCatalogueChange(tx)
  })
  await reloadCatalogue(context.db)
  return { into: body.into }
}

/** Longer than any request that began before the merge. */
const leftoversMs = 60_000

/** Moves rows that were saved under the old name while the merge ran. */
export async function moveLeftovers(context: Context, { kind, key }: { kind: MergeKind; key: string }): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockCatalogue(tx)
    const all = await readEntries(tx, kind)
    const from = all.find((one) => one.key === key)
    const to = resolveEntry(all, key)
    if (from && to && to !== from) await move(context, tx, from, to, null)
  })
}
