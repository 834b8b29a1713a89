import { sql } from 'kysely'
import type { Keys } from '#server/config.ts'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { lockDemo } from '#server/platform/locks.ts'
import { designMentors } from './design-mentors.ts'
import { writeCalls } from './write-calls.ts'
import { writeCases } from './write-cases.ts'
import { writeChats } from './write-chats.ts'
import { writeFamilies } from './write-families.ts'
import { writeHours } from './write-hours.ts'
import { writeListings } from './write-listings.ts'
import { writeMentorEvents } from './write-mentor-events.ts'
import { writeMentors } from './write-mentors.ts'
import { writeReviews } from './write-reviews.ts'

export { demoPhones } from './people.ts'

/** Whether this database has demo data. */
export async function hasDemo(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('id').where('demo', '=', true).limit(1).executeTakeFirst()) !== undefined
  )
}

/**
 * Writes demo mentors, families, bookings, reviews and an admin in one transaction. A larger number adds the missing mentors
 * only; the same number changes nothing. Dates are relative to the database's clock.
 */
export async function seedDemo(db: Db, { mentors, secretKeys }: { mentors: number; secretKeys: Keys }): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await lockDemo(tx)
    const total = Math.max(mentors, designMentors.length)
    const added = await writeMentors(tx, total)
    await writeFamilies(tx, secretKeys)
    await writeChats(tx)
    if (added === 0) return
    await writeMentorEvents(tx)
    await writeReviews(tx, total)
    await writeHours(tx)
    await writeCalls(tx)
    await writeCases(tx)
    await writeListings(tx)
    await sql`analyze account, mentor, mentor_mode, mentor_offer, mentor_check, review`.execute(tx)
    await projectMentors(tx, 'all')
    await sql`analyze mentor_search`.execute(tx)
  })
}
