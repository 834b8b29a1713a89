import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { Answers } from './form-answers.ts'

export type KeepingStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** Answers stored on this device; unowned ones have their `visit` and time `at` (ms). */
export type Kept = { answers: Answers; revision: number; visit?: string; at?: number }

/** Unowned answers of a visit older than this must be claimed, because another person may use the device. */
const visitMs = 30 * 60_000

/** Logout removes all keys with this prefix. Without an owner: the phone is not verified yet. */
const keyOf = (section: SectionName, owner: string | null) => `application:${section}${owner ? `:${owner}` : ''}`

function readOne(storage: KeepingStore, section: SectionName, owner: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(section, owner)) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'answers' in kept && 'revision' in kept
    return isKept ? (kept as Kept) : null // only `writeStored` writes this key
  } catch {
    return null
  }
}

/** Stored answers of the owner of a phone, or unowned ones for null. */
export const readKept = (storage: KeepingStore, owner: string | null): [SectionName, Kept][] =>
  sectionNames.flatMap((section) => {
    const kept = readOne(storage, section, owner)
    return kept ? [[section, kept] as [SectionName, Kept]] : []
  })

/** Stores answers on this device; null removes them. Returns false if storing failed. */
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
    // Storage is blocked or full.
    return false
  }
}

/** Whether this device holds unowned answers. */
export const hasKeptDraft = (storage: KeepingStore): boolean => readKept(storage, null).length > 0

/** Whether all answers belong to the current visit and the newest is recent. */
export const isOfVisit = (found: readonly Kept[], now: string): boolean =>
  found.every(({ visit }) => visit === now) && found.some(({ at = 0 }) => Date.now() - at < visitMs)

const visitKey = 'application-visit'
/** Id of this tab's visit; kept over reloads and language changes. */
export function visitOf(storage: KeepingStore): string {
  const made = crypto.randomUUID()
  try {
    const known = storage.getItem(visitKey)
    if (known) return known
    storage.setItem(visitKey, made)
  } catch {
    // Storage is blocked: each page is its own visit.
  }
  return made
}
