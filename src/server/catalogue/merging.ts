import type { Moved } from '#contract/catalogue-admin.ts'
import { wordOf } from '#contract/catalogue-entries.ts'
import type { Parts } from '#server/app.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Db, type Tx, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { entriesNow, type KnownEntry, readCatalogue } from './catalogue.ts'
import { tellCatalogue } from './editing.ts'
import * as moves from './merge-rows.ts'
import { lockCatalogue, writeEntry } from './queries.ts'
import { namesOf } from './usage.ts'

/** The two subjects of a merge: the other one must be there, and no third. */
async function pairOf(db: Db, key: string, into: string): Promise<{ from: KnownEntry; to: KnownEntry }> {
  const all = await entriesNow(db, 'subject')
  const [from, to] = [key, into].map((one) => all.find((entry) => entry.key === one && entry.state !== 'removed'))
  if (!from) throw new AppError('not-found')
  if (!to || to === from || to.into !== null || (from.into !== null && from.into !== into))
    throw new AppError('catalogue-merge-target')
  return { from, to }
}

async function movedBy(db: Db, from: KnownEntry, to: KnownEntry): Promise<Moved> {
  const [counts, drafts] = await Promise.all([
    moves.countMoved(db, { from: from.key, into: to.key }),
    moves.draftsNaming(db, namesOf(from)),
  ])
  const known = namesOf(to)
  return { ...counts, drafts: drafts.length, words: namesOf(from).filter((word) => !known.includes(word)) }
}

/** What a merge would move, and nothing moved. */
export async function previewMerge({ db }: Parts, key: string, into: string): Promise<Moved> {
  const { from, to } = await pairOf(db, key, into)
  return await movedBy(db, from, to)
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

/**
 * Makes a subject part of another one. The same again moves what came in between, from a process that had not heard of
 * it. What closed bookings and receipts are called stays.
 */
export async function mergeSubject(
  { db, queue }: Parts,
  viewer: Viewer,
  key: string,
  wish: { into: string; version: number },
): Promise<Moved> {
  const moved = await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { from, to } = await pairOf(tx, key, wish.into)
    const isNew = from.into === null
    if (isNew && from.version !== wish.version) throw new AppError('catalogue-changed')
    const found = await movedBy(tx, from, to)
    if (!isNew && found.mentors + found.bookings + found.drafts === 0) return found
    await moveDrafts(tx, from, to)
    await moves.moveSubject(tx, { from: from.key, into: to.key })
    if (isNew) {
      await writeEntry(tx, { ...from, into: to.key })
      await writeEntry(tx, { ...to, aliases: [...to.aliases, ...found.words] })
      for (const one of await entriesNow(tx, 'grade')) {
        if (!one.subjects.includes(key)) continue
        const subjects = one.subjects.map((slug) => (slug === key ? to.key : slug))
        await writeEntry(tx, { ...one, subjects: [...new Set(subjects)] })
      }
    }
    const detail = { into: to.key, ...found }
    await writeAudit(tx, viewer, 'catalogue.merge', { kind: 'catalogue', id: `subject ${key}`, detail })
    await queue.send(tx, 'mentors.cards', { subject: to.key })
    await tellCatalogue(tx)
    return found
  })
  await readCatalogue(db)
  return moved
}
