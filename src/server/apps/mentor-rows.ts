import { sql } from 'kysely'
import { hasHours } from '#server/classes/availability/availability.ts'
import { activeOfMentor, type BookingsJson, bookingsJson } from '#server/classes/bookings/bookings.ts'
import { applicationReads } from '#server/mentors/applications/applications.ts'
import { reliabilityReads } from '#server/mentors/reliability/reliability.ts'
import { taxReads } from '#server/mentors/taxes/taxes.ts'
import { summaryReads } from '#server/money/payouts/payouts.ts'
import { ownMentorRow } from '#server/people/accounts/accounts.ts'
import { versionsInForce } from '#server/people/consents/consents.ts'
import type { Db } from '#server/platform/database.ts'
import { type Read, readTogether } from '#server/platform/json-rows.ts'
import { promptedBookings, type toPrompts } from '#server/reviews/reviews.ts'

type Waiting = {
  bookings: BookingsJson
  prompted: Parameters<typeof toPrompts>[0]
  hasHours: boolean
  conduct: number[]
}

const waitingOf = (mentorId: string, accountId: string): Read<Waiting> => ({
  query: sql<Waiting>`select ${bookingsJson(activeOfMentor(mentorId))} as bookings,
    ${promptedBookings({ side: 'mentor', id: mentorId })} as prompted, ${hasHours(mentorId)} as "hasHours",
    ${versionsInForce(accountId, 'mentor-conduct')} as conduct`,
  times: {},
})

/** All that a mentor's home shows, in one statement. */
export const mentorHomeOf = (db: Db, { mentorId, accountId }: { mentorId: string; accountId: string }, now: Date) =>
  readTogether(db, {
    ...applicationReads(accountId),
    ...reliabilityReads(mentorId),
    ...summaryReads(mentorId, now),
    ...taxReads(mentorId),
    mentor: { query: ownMentorRow(accountId), times: {} },
    home: waitingOf(mentorId, accountId),
  })
