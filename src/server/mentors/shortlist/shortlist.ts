import { maxShortlist } from '#contract/mentors/limits.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockFamily } from '#server/platform/locks.ts'
import * as rows from './queries.ts'

export { shortlistIds } from './queries.ts'

/** Adds a mentor; repeating it changes nothing. */
export async function addMentor(db: Db, familyId: string, mentorId: string): Promise<string[]> {
  return await transaction(db, async (tx) => {
    await lockFamily(tx, familyId)
    const current = await rows.shortlistOf(tx, familyId)
    if (current.includes(mentorId)) return current
    if ((await rows.listableMentors(tx, [mentorId])).length === 0) throw new AppError('not-found')
    if (current.length >= maxShortlist) throw new AppError('shortlist-full', { max: maxShortlist })
    await rows.insertMentors(tx, familyId, [mentorId])
    return [mentorId, ...current]
  })
}

/** Merges a browser's shortlist from before the login, up to the limit. */
export async function mergeShortlist(db: Db, familyId: string, mentorIds: readonly string[]): Promise<string[]> {
  return await transaction(db, async (tx) => {
    await lockFamily(tx, familyId)
    const current = await rows.shortlistOf(tx, familyId)
    const known = await rows.listableMentors(tx, [...new Set(mentorIds)])
    const added = known.filter((id) => !current.includes(id)).slice(0, Math.max(0, maxShortlist - current.length))
    await rows.insertMentors(tx, familyId, added)
    return [...added, ...current]
  })
}
