import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { Answers } from './form-answers.ts'

export type KeepingStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** Answers as this device keeps them; `visit` and `at` (ms) say when, as long as they belong to nobody. */
export type Kept = { answers: Answers; revision: number; visit?: string; at?: number }

/** A visit goes on over a reload and in the other language. After this a phone may be in other hands. */
const visitMs = 30 * 60_000

/** A logout takes everything under this name off the device. Without an owner: nobody has proven a phone yet. */
const keyOf = (section: SectionName, owner: string | null) => `application:${section}${owner ? `:${owner}` : ''}`

function readOne(storage: KeepingStore, section: SectionName, owner: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(section, owner)) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'answers' in kept && 'revision' in kept
    return isKept ? (kept as Kept) : null // true: nobody else writes under this key
  } catch {
    return null
  }
}

/** What an earlier page left here for the owner of a phone, or for nobody. */
export const readKept = (storage: KeepingStore, owner: string | null): [SectionName, Kept][] =>
  sectionNames.flatMap((section) => {
    const kept = readOne(storage, section, owner)
    return kept ? [[section, kept] as [SectionName, Kept]] : []
  })

/** Keeps answers until the server has them; null forgets them. Answers whether the device holds what it was given. */
export function writeKept(
  storage: KeepingStore | null,
  section: SectionName,
  owner: string | null,
  kept: Kept | null,
): boolean {
  try {
    if (kept) storage?.setItem(keyOf(section, owner), JSON.stringify(kept))
    else storage?.removeItem(keyOf(section, owner))
    return storage !== null
  } catch {
    // Forbidden or full: the server's copy is then the only one.
    return false
  }
}

/** Whether an earlier visit left something on this device that belongs to nobody yet. */
export const hasKeptDraft = (storage: KeepingStore): boolean => readKept(storage, null).length > 0

/** Whether all of it was written in the visit that goes on, and the last of it just now. */
export const isOfVisit = (found: readonly Kept[], now: string): boolean =>
  found.every(({ visit }) => visit === now) && found.some(({ at = 0 }) => Date.now() - at < visitMs)

const visitKey = 'application-visit'
/** The name of this tab's visit. */
export function visitOf(storage: KeepingStore): string {
  const made = crypto.randomUUID()
  try {
    const known = storage.getItem(visitKey)
    if (known) return known
    storage.setItem(visitKey, made)
  } catch {
    // Forbidden: every page is a visit of its own.
  }
  return made
}
