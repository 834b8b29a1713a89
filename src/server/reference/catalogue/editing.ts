import { isDeepStrictEqual } from 'node:util'
import type { ChangedEntry, NewEntry, ShownEntry } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueEntry, CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { wordOf } from '#contract/reference/catalogue-entries.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockCatalogue } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { entriesNow, type KnownEntry, namesOf, readCatalogue, tellCatalogue } from './catalogue.ts'
import { writeEntry } from './rows.ts'
import { shownEntry } from './usage.ts'
import { takenOffers } from './usage-rows.ts'

const wrong = (field: string, problem: string) => new AppError('bad-request', { fields: [{ field, problem }] })

/** A word is unique among the entries of a kind; a bachelor's and a master's degree may share one. */
function mustBeFree(one: CatalogueEntry, all: readonly KnownEntry[]): void {
  const others = all.filter(
    (other) =>
      other.key !== one.key &&
      other.state !== 'removed' &&
      other.into === null &&
      (one.kind !== 'degree' || other.parent === one.parent),
  )
  for (const word of namesOf(one)) {
    const owner = others.find((other) => namesOf(other).includes(word))
    if (owner) throw new AppError('catalogue-name-taken', { word, name: owner.en })
  }
}

/** An entry with a form's facts. Old names become search terms, because cards and drafts may still hold them. */
function applied(was: CatalogueEntry, facts: ChangedEntry | NewEntry): CatalogueEntry {
  const names = [facts.en, facts.hi].map(wordOf)
  const kept = was.en === '' ? [] : [was.en, was.hi].map(wordOf)
  const aliases = [...new Set([...facts.aliases.map(wordOf), ...kept])].filter((word) => !names.includes(word))
  return {
    ...was,
    ...{ en: facts.en, hi: facts.hi, aliases, place: facts.place, state: facts.isShown ? 'shown' : 'hidden' },
    isHome: was.kind === 'subject' && facts.isHome,
    subjects: was.kind === 'grade' ? [...new Set(facts.subjects)] : [],
  }
}

const plain = ({ version: _, ...one }: CatalogueEntry & { version?: number }) => one

/** Writes an entry if it changed. @returns the changed fields for the audit log, or null */
async function save(tx: Transaction, was: KnownEntry, next: CatalogueEntry): Promise<Record<string, unknown> | null> {
  const [before, after] = [plain(was), plain(next)]
  const changed = (Object.keys(after) as (keyof CatalogueEntry)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (changed.length === 0) return null
  await writeEntry(tx, after)
  return Object.fromEntries(changed.map((name) => [name, { was: before[name], now: after[name] }]))
}

/** A subject can be taken out of a class only while no mentor teaches it there. */
async function mustBeUntaught(tx: Transaction, name: string, offers: readonly string[]): Promise<void> {
  const taken = await takenOffers(tx, offers)
  const mentors = taken.reduce((sum, one) => sum + one.mentors, 0)
  if (mentors > 0) throw new AppError('catalogue-in-use', { name, mentors, learners: 0, bookings: 0, drafts: 0 })
}

/** Offers a subject in exactly these grade keys, last in each new one. */
async function teachIn(
  tx: Transaction,
  subject: CatalogueEntry,
  keys: readonly string[],
): Promise<Record<string, unknown>> {
  const grades = (await entriesNow(tx, 'grade')).filter(({ state }) => state !== 'removed')
  const unknown = keys.find((key) => !grades.some((one) => one.key === key))
  if (unknown !== undefined) throw wrong('grades', unknown)
  const changed = grades.filter((one) => one.subjects.includes(subject.key) !== keys.includes(one.key))
  const left = changed.filter((one) => one.subjects.includes(subject.key))
  await mustBeUntaught(
    tx,
    subject.en,
    left.map(({ key }) => `${key}:${subject.key}`),
  )
  for (const one of changed) {
    const rest = one.subjects.filter((slug) => slug !== subject.key)
    await save(tx, one, { ...one, subjects: left.includes(one) ? rest : [...rest, subject.key] })
  }
  return changed.length > 0 ? { grades: keys } : {}
}

async function checkSubjects(tx: Transaction, was: CatalogueEntry, next: CatalogueEntry): Promise<void> {
  const known = new Set(
    (await entriesNow(tx, 'subject')).filter((one) => one.state !== 'removed').map(({ key }) => key),
  )
  const unknown = next.subjects.find((slug) => !known.has(slug))
  if (unknown !== undefined) throw wrong('subjects', unknown)
  const left = was.subjects.filter((slug) => !next.subjects.includes(slug))
  await mustBeUntaught(
    tx,
    was.en,
    left.map((slug) => `${was.key}:${slug}`),
  )
}

/** Saves an entry and, of a subject, the classes it is taught in. @returns the changes, or null */
async function saveWhole(tx: Transaction, was: KnownEntry, facts: ChangedEntry | NewEntry, all: readonly KnownEntry[]) {
  const next = applied(was, facts)
  mustBeFree(next, all)
  if (next.kind === 'grade') await checkSubjects(tx, was, next)
  const own = await save(tx, was, next)
  const taught = next.kind === 'subject' ? await teachIn(tx, next, facts.grades) : {}
  const detail = { ...own, ...taught }
  return Object.keys(detail).length > 0 ? detail : null
}

/** The key of a new entry, like `computer-science`. The key of a board is its name. */
function keyFrom(kind: CatalogueKind, en: string): string {
  if (kind === 'board') return en
  const key = en
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // Such keys are reserved for classes by number.
  if (key === '' || /^class-\d/.test(key)) throw wrong('en', 'a name in Latin letters')
  return key
}

async function mustHaveParent(tx: Transaction, kind: CatalogueKind, parent: string): Promise<void> {
  if (kind === 'degree' && (parent === 'bachelor' || parent === 'master')) return
  if (kind === 'grade' && (await entriesNow(tx, 'level')).some((one) => one.key === parent && one.state !== 'removed'))
    return
  if (kind === 'degree' || kind === 'grade' || parent !== '') throw wrong('parent', 'where it belongs')
}

/** Adds an entry, or restores a removed one. */
export async function addEntry(
  { db }: Context,
  viewer: Viewer,
  kind: CatalogueKind,
  facts: NewEntry,
): Promise<ShownEntry> {
  const key = keyFrom(kind, facts.en)
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const parent = facts.parent ?? ''
    await mustHaveParent(tx, kind, parent)
    const all = await entriesNow(tx, kind)
    const known = all.find((one) => one.key === key)
    const blank = { kind, key, parent, en: '', hi: '', aliases: [], subjects: [], place: 0, into: null, isHome: false }
    const isNew = !known || known.state === 'removed'
    // Adding the same entry again is a success; another one of this name is refused.
    if (!isNew && !isDeepStrictEqual(plain(applied({ ...known, en: '' }, facts)), plain(known)))
      throw new AppError('catalogue-name-taken', { word: facts.en, name: known.en })
    if (!isNew) return
    const detail = await saveWhole(tx, { ...blank, state: 'removed', version: known?.version ?? 0 }, facts, all)
    await writeAudit(tx, viewer, 'catalogue.add', { kind: 'catalogue', id: `${kind} ${key}`, detail: { ...detail } })
    await tellCatalogue(tx)
  })
  await readCatalogue(db)
  return await shownEntry(db, kind, key)
}

async function entryFor(tx: Transaction, kind: CatalogueKind, key: string) {
  const all = await entriesNow(tx, kind)
  const was = all.find((one) => one.key === key && one.into === null)
  if (!was) throw new AppError('not-found')
  return { all, was }
}

/** Changes an entry. Saving what is saved already is a success, whatever its version. */
export async function changeEntry(
  { db, queue }: Context,
  viewer: Viewer,
  { kind, key }: { kind: CatalogueKind; key: string },
  facts: ChangedEntry,
): Promise<ShownEntry> {
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { all, was } = await entryFor(tx, kind, key)
    if (was.state === 'removed') throw new AppError('not-found')
    const detail = await saveWhole(tx, was, facts, all)
    if (!detail) return
    // Checked last, because repeating a change is a success.
    if (was.version !== facts.version) throw new AppError('catalogue-changed')
    await writeAudit(tx, viewer, 'catalogue.change', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    if (kind === 'subject' && 'en' in detail) await queue.send(tx, 'mentors.cards', { subject: key })
    await tellCatalogue(tx)
  })
  await readCatalogue(db)
  return await shownEntry(db, kind, key)
}

/** Removes an unused entry. Its names are kept in case a row still holds its key. */
export async function removeEntry(
  { db }: Context,
  viewer: Viewer,
  { kind, key }: { kind: CatalogueKind; key: string },
  version: number,
): Promise<ShownEntry> {
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { was } = await entryFor(tx, kind, key)
    if (was.state === 'removed') return
    if (was.version !== version) throw new AppError('catalogue-changed')
    const { usage } = await shownEntry(tx, kind, key)
    if (Object.values(usage).some((count) => count > 0))
      throw new AppError('catalogue-in-use', { name: was.en, ...usage })
    const below = kind === 'level' ? await entriesNow(tx, 'grade') : []
    if (below.some((one) => one.parent === key && one.state !== 'removed'))
      throw new AppError('catalogue-level-full', { name: was.en })
    await writeEntry(tx, { ...plain(was), state: 'removed' })
    await writeAudit(tx, viewer, 'catalogue.remove', { kind: 'catalogue', id: `${kind} ${key}` })
    await tellCatalogue(tx)
  })
  await readCatalogue(db)
  return await shownEntry(db, kind, key)
}
