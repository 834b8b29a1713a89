import type { ShownEntry } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockCatalogue } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { entriesNow, type KnownEntry, readCatalogue, tellCatalogue } from './catalogue.ts'
import { writeEntry } from './queries.ts'
import { shownEntry } from './usage.ts'

type Wish = { to: 'earlier' | 'later'; version: number }

/** Entries in a new order, with places that say so: as they had them, and after the one before where two had the same. */
function inOrder(before: readonly KnownEntry[], after: readonly KnownEntry[]): KnownEntry[] {
  let last = -1
  return after.map((one, i) => {
    last = Math.max(before[i]?.place ?? 0, last + 1)
    return { ...one, place: last }
  })
}

/** Changes places with the entry before or after it, of those that stand in one list. The first and the last stay where they are. */
export async function moveEntry(
  { db }: Context,
  viewer: Viewer,
  { kind, key }: { kind: CatalogueKind; key: string },
  { to, version }: Wish,
): Promise<ShownEntry> {
  await transaction(db, async (tx) => {
    await lockCatalogue(tx)
    const all = (await entriesNow(tx, kind)).filter((one) => one.state !== 'removed' && one.into === null)
    const one = all.find((entry) => entry.key === key)
    if (!one) throw new AppError('not-found')
    if (one.version !== version) throw new AppError('catalogue-changed')
    const before = all.filter(({ parent }) => parent === one.parent)
    const at = before.indexOf(one)
    const other = before[to === 'earlier' ? at - 1 : at + 1]
    if (!other) return
    const after = before.map((entry) => (entry === one ? other : entry === other ? one : entry))
    const placed = inOrder(before, after)
    for (const [i, entry] of placed.entries()) {
      const { version: _, ...facts } = entry
      if (entry.place !== after[i]?.place) await writeEntry(tx, facts)
    }
    const now = placed.find((entry) => entry.key === key)?.place
    const detail = { place: { was: one.place, now } }
    await writeAudit(tx, viewer, 'catalogue.change', { kind: 'catalogue', id: `${kind} ${key}`, detail })
    await tellCatalogue(tx)
  })
  await readCatalogue(db)
  return await shownEntry(db, kind, key)
}
