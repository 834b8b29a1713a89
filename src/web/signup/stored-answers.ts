import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import type { Answers } from './form-answers.ts'

export type AnswerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** Answers stored on this device; unowned ones have their `visit` and time `at` (ms). */
export type StoredAnswers = { answers: Answers; revision: number; visit?: string; at?: number }

/** Unowned answers of a visit older than this must be claimed, because another person may use the device. */
const visitTimeoutMs = 30 * 60_000

/** Logout removes all keys with this prefix. Without an owner: the phone is not verified yet. */
const keyOf = (section: SectionName, owner: string | null) => `application:${section}${owner ? `:${owner}` : ''}`

function readSection(storage: AnswerStorage, section: SectionName, owner: string | null): StoredAnswers | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(section, owner)) ?? 'null')
    const isStored = typeof stored === 'object' && stored !== null && 'answers' in stored && 'revision' in stored
    return isStored ? (stored as StoredAnswers) : null // only `writeStored` writes this key
  } catch {
    return null
  }
}

/** Stored answers of the owner of a phone, or unowned ones for null. */
export const readStored = (storage: AnswerStorage, owner: string | null): [SectionName, StoredAnswers][] =>
  sectionNames.flatMap((section) => {
    const stored = readSection(storage, section, owner)
    return stored ? [[section, stored] as [SectionName, StoredAnswers]] : []
  })

/** Stores answers on this device; null removes them. Returns false if storing failed. */
export function writeStored(
  storage: AnswerStorage | null,
  section: SectionName,
  owner: string | null,
  stored: StoredAnswers | null,
): boolean {
  try {
    if (stored) storage?.setItem(keyOf(section, owner), JSON.stringify(stored))
    else storage?.removeItem(keyOf(section, owner))
    return storage !== null
  } catch {
    // Storage is blocked or full.
    return false
  }
}

/** Whether this device holds unowned answers. */
export const hasUnownedAnswers = (storage: AnswerStorage): boolean => readStored(storage, null).length > 0

/** Whether all answers belong to the current visit and the newest is recent. */
export const isFromVisit = (found: readonly StoredAnswers[], now: string): boolean =>
  found.every(({ visit }) => visit === now) && found.some(({ at = 0 }) => Date.now() - at < visitTimeoutMs)

const visitKey = 'application-visit'
/** Id of this tab's visit; kept over reloads and language changes. */
export function visitIdOf(storage: AnswerStorage): string {
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
