import type { MergeKind, Moved } from '#contract/catalogue-admin.ts'
import { wordOf } from '#contract/catalogue-entries.ts'
import type { Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Tx, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { entriesNow, type KnownEntry, readCatalogue } from './catalogue.ts'
import { tellCatalogue } from './editing.ts'
import { facts } from './merge-facts.ts'
import * as moves from './merge-rows.ts'
import { lockCatalogue, writeEntry } from './queries.ts'
import { namesOf } from './usage.ts'

/** The two entries of a merge: the other one must be there, and no third; a degree of the same kind of degrees. */
async function pairOf(
  db: Db,
  kind: MergeKind,
  key: string,
  into: string,
): Promise<{ from: KnownEntry; to: KnownEntry }> {
  const all = await entriesNow(db, kind)
  const [from, to] = [key, into].map((one) => all.find((entry) => entry.key === one && entry.state !== 'removed'))
  if (!from) throw new AppError('not-found')
  if (!to || to === from || to.parent !== from.parent || to.into !== null || (from.into !== null && from.into !== into))
    throw new AppError('catalogue-merge-target')
  return { from, to }
}

async function movedBy(db: Db, kind: MergeKind, from: KnownEntry, to: KnownEntry): Promise<Moved> {
  const pair = { from: from.key, into: to.key }
  const known = namesOf(to)
  const words = namesOf(from).filter((word) => !known.includes(word))
  if (kind !== 'subject') return { ...(await facts[kind].count(db, pair)), bookings: 0, words }
  const [counts, drafts] = await Promise.all([moves.countMoved(db, pair), moves.draftsNaming(db, namesOf(from))])
  return { ...counts, learners: 0, drafts: drafts.length, words }
}

/** What a merge would move, and nothing moved. */
export async function previewMerge({ db }: Parts, kind: MergeKind, key: string, into: string): Promise<Moved> {
  const { from, to } = await pairOf(db, kind, key, into)
  return await movedBy(db, kind, from, to)
}

/** Draft answers name the other subject, once where they named both. */
async function moveDrafts(tx: Tx, from: KnownEntry, to: KnownEntry): Promise<void> {
  const words = namesOf(from)
  const both = [...words, ...namesOf(to)]
  const means = (text: unknown, some: readonly string[]) => typeof text === 'string' && some.includes(wordOf(text))
  for (const { account, tree } of await moves.draftsNaming(tx, words, true)) {
    for (const keys of Object.values(tree).filter((one) => typeof one === 'object' && one !== null)) {
      for (const [key, list] of Object.entries(keys)) {
        const chosen: unknown[] = [list].flat()
        if (!chosen.some((text) => means(text, words))) continue
        Object.assign(keys, { [key]: [...new Set(chosen.map((text) => (means(text, both) ? to.en : text)))] })
      }
    }
    await moves.writeTree(tx, account, tree)
  }
}

/** A subject with its drafts, and the classes it is taught in. */
async function moveSubject(tx: Tx, from: KnownEntry, to: KnownEntry, isNew: boolean): Promise<void> {
  await moveDrafts(tx, from, to)
  await moves.moveSubject(tx, { from: from.key, into: to.key })
  for (const one of isNew ? await entriesNow(tx, 'grade') : []) {
    if (!one.subjects.includes(from.key)) continue
    const subjects = one.subjects.map((slug) => (slug === from.key ? to.key : slug))
    await writeEntry(tx, { ...one, subjects: [...new Set(subjects)] })
  }
}

/**
 * Makes an entry part of another one of its kind. The same again moves what came in between, from a process that had not
 * heard of it. What closed bookings and receipts are called stays.
 */
export async function mergeEntry(
  { db, queue }: Parts,
  viewer: Viewer,
  { kind, key }: { kind: MergeKind; key: string },
  wish: { into: string; version: number },
): Promise<Moved> {
  const moved = await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { from, to } = await pairOf(tx, kind, key, wish.into)
    const isNew = from.into === null
    if (isNew && from.version !== wish.version) throw new AppError('catalogue-changed')
    const found = await movedBy(tx, kind, from, to)
    if (!isNew && found.mentors + found.learners + found.bookings + found.drafts === 0) return found
    if (kind === 'subject') await moveSubject(tx, from, to, isNew)
    else await facts[kind].move(tx, { from: key, into: to.key })
    if (isNew) {
      await writeEntry(tx, { ...from, into: to.key })
      await writeEntry(tx, { ...to, aliases: [...to.aliases, ...found.words] })
    }
    const detail = { into: to.key, ...found }
    await writeAudit(tx, viewer, 'catalogue.merge', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    if (kind === 'subject') await queue.send(tx, 'mentors.cards', { subject: to.key })
    if (kind === 'board') await queue.send(tx, 'mentors.cards', { board: to.key })
    await tellCatalogue(tx)
    return found
  })
  await readCatalogue(db)
  return moved
}
