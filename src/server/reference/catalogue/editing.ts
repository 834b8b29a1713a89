import { isDeepStrictEqual } from 'node:util'
import type { AdminCatalogueEntry, ChangedEntry, NewEntry } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueEntry, CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { normaliseWord } from '#contract/reference/catalogue-entries.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError, invalidField, orNotFound } from '#server/platform/errors.ts'
import { lockCatalogue } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { namesOf, notifyCatalogueChange, readEntries, reloadCatalogue, type VersionedEntry } from './catalogue.ts'
import { writeEntry } from './rows.ts'
import { entryWithUsage } from './usage.ts'
import { mentorsPerOffer } from './usage-rows.ts'

/** A word is unique among the entries of a kind; a bachelor's and a master's degree may share one. */
function assertNamesFree(entry: CatalogueEntry, all: readonly VersionedEntry[]): void {
  const others = all.filter(
    (other) =>
      other.key !== entry.key &&
      other.state !== 'removed' &&
      other.into === null &&
      (entry.kind !== 'degree' || other.parent === entry.parent),
  )
  for (const word of namesOf(entry)) {
    const owner = others.find((other) => namesOf(other).includes(word))
    if (owner) throw new AppError('catalogue-name-taken', { word, name: owner.en })
  }
}

/** An entry with a form's facts. Old names become search terms, because cards and drafts may still hold them. */
function withInput(was: CatalogueEntry, input: ChangedEntry | NewEntry): CatalogueEntry {
  const names = [input.en, input.hi].map(normaliseWord)
  const kept = was.en === '' ? [] : [was.en, was.hi].map(normaliseWord)
  const aliases = [...new Set([...input.aliases.map(normaliseWord), ...kept])].filter((word) => !names.includes(word))
  return {
    ...was,
    en: input.en,
    hi: input.hi,
    aliases,
    place: input.place,
    state: input.isShown ? 'shown' : 'hidden',
    isHome: was.kind === 'subject' && input.isHome,
    subjects: was.kind === 'grade' ? [...new Set(input.subjects)] : [],
  }
}

const withoutVersion = ({ version: _, ...entry }: CatalogueEntry & { version?: number }) => entry

/** Writes an entry if it changed. @returns the changed fields for the audit log, or null */
async function writeIfChanged(
  tx: Transaction,
  was: VersionedEntry,
  next: CatalogueEntry,
): Promise<Record<string, unknown> | null> {
  const before = withoutVersion(was)
  const after = withoutVersion(next)
  const changed = (Object.keys(after) as (keyof CatalogueEntry)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (changed.length === 0) return null
  await writeEntry(tx, after)
  return Object.fromEntries(changed.map((name) => [name, { was: before[name], now: after[name] }]))
}

/** A subject can be taken out of a class only while no mentor teaches it there. */
async function assertNotTaught(tx: Transaction, name: string, offers: readonly string[]): Promise<void> {
  const inUse = await mentorsPerOffer(tx, offers)
  const mentors = inUse.reduce((sum, row) => sum + row.mentors, 0)
  if (mentors > 0) throw new AppError('catalogue-in-use', { name, mentors, learners: 0, bookings: 0, drafts: 0 })
}

/** Offers a subject in exactly these grade keys, last in each new one. */
async function setGrades(
  tx: Transaction,
  subject: CatalogueEntry,
  keys: readonly string[],
): Promise<Record<string, unknown>> {
  const grades = (await readEntries(tx, 'grade')).filter(({ state }) => state !== 'removed')
  const unknown = keys.find((key) => !grades.some((grade) => grade.key === key))
  if (unknown !== undefined) throw invalidField('grades', unknown)
  const changed = grades.filter((grade) => grade.subjects.includes(subject.key) !== keys.includes(grade.key))
  const removed = changed.filter((grade) => grade.subjects.includes(subject.key))
  await assertNotTaught(
    tx,
    subject.en,
    removed.map(({ key }) => `${key}:${subject.key}`),
  )
  for (const grade of changed) {
    const rest = grade.subjects.filter((slug) => slug !== subject.key)
    await writeIfChanged(tx, grade, { ...grade, subjects: removed.includes(grade) ? rest : [...rest, subject.key] })
  }
  return changed.length > 0 ? { grades: keys } : {}
}

async function checkSubjects(tx: Transaction, was: CatalogueEntry, next: CatalogueEntry): Promise<void> {
  const known = new Set(
    (await readEntries(tx, 'subject')).filter((entry) => entry.state !== 'removed').map(({ key }) => key),
  )
  const unknown = next.subjects.find((slug) => !known.has(slug))
  if (unknown !== undefined) throw invalidField('subjects', unknown)
  const removed = was.subjects.filter((slug) => !next.subjects.includes(slug))
  await assertNotTaught(
    tx,
    was.en,
    removed.map((slug) => `${was.key}:${slug}`),
  )
}

/** Saves an entry and, of a subject, the classes it is taught in. @returns the changes, or null */
async function saveEntry(
  tx: Transaction,
  was: VersionedEntry,
  input: ChangedEntry | NewEntry,
  all: readonly VersionedEntry[],
) {
  const next = withInput(was, input)
  assertNamesFree(next, all)
  if (next.kind === 'grade') await checkSubjects(tx, was, next)
  const changes = await writeIfChanged(tx, was, next)
  const gradeChanges = next.kind === 'subject' ? await setGrades(tx, next, input.grades) : {}
  const detail = { ...changes, ...gradeChanges }
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
  if (key === '' || /^class-\d/.test(key)) throw invalidField('en', 'a name in Latin letters')
  return key
}

async function assertValidParent(tx: Transaction, kind: CatalogueKind, parent: string): Promise<void> {
  if (kind === 'degree' && (parent === 'bachelor' || parent === 'master')) return
  if (
    kind === 'grade' &&
    (await readEntries(tx, 'level')).some((entry) => entry.key === parent && entry.state !== 'removed')
  )
    return
  if (kind === 'degree' || kind === 'grade' || parent !== '') throw invalidField('parent', 'an existing parent')
}

/** Adds an entry, or restores a removed one. */
export async function addEntry(
  { db }: Context,
  viewer: Viewer,
  kind: CatalogueKind,
  input: NewEntry,
): Promise<AdminCatalogueEntry> {
  const key = keyFrom(kind, input.en)
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const parent = input.parent ?? ''
    await assertValidParent(tx, kind, parent)
    const all = await readEntries(tx, kind)
    const known = all.find((entry) => entry.key === key)
    const blank = { kind, key, parent, en: '', hi: '', aliases: [], subjects: [], place: 0, into: null, isHome: false }
    const isNew = !known || known.state === 'removed'
    // Adding the same entry again is a success; another one of this name is refused.
    if (!isNew && !isDeepStrictEqual(withoutVersion(withInput({ ...known, en: '' }, input)), withoutVersion(known)))
      throw new AppError('catalogue-name-taken', { word: input.en, name: known.en })
    if (!isNew) return
    const detail = await saveEntry(tx, { ...blank, state: 'removed', version: known?.version ?? 0 }, input, all)
    await writeAudit(tx, viewer, 'catalogue.add', { kind: 'catalogue', id: `${kind} ${key}`, detail: { ...detail } })
    await notifyCatalogueChange(tx)
  })
  await reloadCatalogue(db)
  return await entryWithUsage(db, kind, key)
}

async function entryToEdit(tx: Transaction, kind: CatalogueKind, key: string) {
  const all = await readEntries(tx, kind)
  const was = orNotFound(all.find((entry) => entry.key === key && entry.into === null))
  return { all, was }
}

/** Changes an entry. Saving what is saved already is a success, whatever its version. */
export async function changeEntry(
  { db, queue }: Context,
  viewer: Viewer,
  { kind, key }: { kind: CatalogueKind; key: string },
  input: ChangedEntry,
): Promise<AdminCatalogueEntry> {
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { all, was } = await entryToEdit(tx, kind, key)
    if (was.state === 'removed') throw new AppError('not-found')
    const detail = await saveEntry(tx, was, input, all)
    if (!detail) return
    // Checked last, because repeating a change is a success.
    if (was.version !== input.version) throw new AppError('catalogue-changed')
    await writeAudit(tx, viewer, 'catalogue.change', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    if (kind === 'subject' && 'en' in detail) await queue.send(tx, 'mentors.cards', { subject: key })
    await notifyCatalogueChange(tx)
  })
  await reloadCatalogue(db)
  return await entryWithUsage(db, kind, key)
}

/** Removes an unused entry. Its names are kept in case a row still holds its key. */
export async function removeEntry(
  { db }: Context,
  viewer: Viewer,
  { kind, key }: { kind: CatalogueKind; key: string },
  version: number,
): Promise<AdminCatalogueEntry> {
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const { was } = await entryToEdit(tx, kind, key)
    if (was.state === 'removed') return
    if (was.version !== version) throw new AppError('catalogue-changed')
    const { usage } = await entryWithUsage(tx, kind, key)
    if (Object.values(usage).some((count) => count > 0))
      throw new AppError('catalogue-in-use', { name: was.en, ...usage })
    const grades = kind === 'level' ? await readEntries(tx, 'grade') : []
    if (grades.some((entry) => entry.parent === key && entry.state !== 'removed'))
      throw new AppError('catalogue-level-full', { name: was.en })
    await writeEntry(tx, { ...withoutVersion(was), state: 'removed' })
    await writeAudit(tx, viewer, 'catalogue.remove', { kind: 'catalogue', id: `${kind} ${key}` })
    await notifyCatalogueChange(tx)
  })
  await reloadCatalogue(db)
  return await entryWithUsage(db, kind, key)
}
