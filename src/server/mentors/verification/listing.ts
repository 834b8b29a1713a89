import { syncVideoVisibility } from '#server/mentors/applications/applications.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import type { Transaction } from '#server/platform/database.ts'
import * as locked from './locked-rows.ts'

export type Changes = { field: string; from: unknown; to: unknown }[]
/** Fields whose value differs. */
export function changesBetween<T extends object>(from: T, to: T): Changes {
  const fields = Object.keys(to) as (keyof T & string)[] // safe: own fields of a plain object
  return fields.flatMap((field) => (from[field] === to[field] ? [] : [{ field, from: from[field], to: to[field] }]))
}

type Change = { mentor: locked.ListingFields & { id: string }; wanted: locked.ListingFields }
/**
 * Changes how locked mentors are listed, each with version and event. Updates the search index and public pages once
 * for all.
 */
export async function changeListings(tx: Transaction, accountId: string, all: readonly Change[]): Promise<void> {
  if (all.length === 0) return
  const changed = all.map(({ mentor, wanted }) => ({
    mentorId: mentor.id,
    changes: changesBetween<locked.ListingFields>(mentor, wanted),
  }))
  await locked.setListings(
    tx,
    all.map(({ mentor: { id }, wanted }) => ({ ...wanted, id })),
  )
  await locked.writeChangeEvents(
    tx,
    accountId,
    changed.filter(({ changes }) => changes.length > 0),
  )
  await projectMentors(
    tx,
    all.map(({ mentor }) => mentor.id),
  )
  // The visibility of a teaching video depends on this field alone.
  for (const { mentorId, changes } of changed) {
    if (changes.some(({ field }) => field === 'showOnWebsite')) await syncVideoVisibility(tx, mentorId)
  }
}

type ListingEdit = { mentorId: string; version: number; after: Partial<locked.ListingFields> }
/** Applies previewed edits; mentors changed since then are skipped. @returns ids of the changed mentors */
export async function changeListingsSince(
  tx: Transaction,
  accountId: string,
  edits: readonly ListingEdit[],
): Promise<ReadonlySet<string>> {
  const known = await locked.lockMentors(
    tx,
    edits.map(({ mentorId }) => mentorId),
  )
  const editOf = new Map(edits.map((edit) => [edit.mentorId, edit]))
  const all = known.flatMap((mentor) => {
    const edit = editOf.get(mentor.id)
    if (!edit || edit.version !== mentor.version) return []
    const { adminRanking, adminBrief, adminBriefVisible, tier, showOnWebsite } = mentor
    return [{ mentor, wanted: { adminRanking, adminBrief, adminBriefVisible, tier, showOnWebsite, ...edit.after } }]
  })
  await changeListings(tx, accountId, all)
  return new Set(all.map(({ mentor }) => mentor.id))
}
