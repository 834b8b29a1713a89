import { sql } from 'kysely'
import { personalChats } from '#server/chat/chat.ts'
import { personalClasses } from '#server/classes/bookings/bookings.ts'
import { personalMentors } from '#server/mentors/applications/applications.ts'
import { personalMoney } from '#server/money/orders/orders.ts'
import { personalMessages } from '#server/notifications/notifications.ts'
import { personalConsents } from '#server/people/consents/consents.ts'
import { personalLogins, personalProfiles } from '#server/people/profiles/profiles.ts'
import { personalReplies } from '#server/platform/idempotency.ts'
import type { PersonalTable } from '#server/platform/personal.ts'
import { personalFiles } from '#server/reference/media/media.ts'
import { personalReviews } from '#server/reviews/reviews.ts'
import { personalCalls } from '#server/support/calls/calls.ts'
import { personalCases } from '#server/support/cases/cases.ts'

/** All that is kept of a person, in the order in which rows are locked. */
export const personalTables: readonly PersonalTable[] = [
  ...personalLogins,
  ...personalCalls,
  ...personalCases,
  ...personalProfiles,
  ...personalConsents,
  ...personalMoney,
  ...personalReviews,
  ...personalMentors,
  ...personalClasses,
  ...personalChats,
  ...personalFiles,
  ...personalMessages,
  {
    table: 'nominee',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['name', 'relation', 'contact', 'named_at'],
    erase: 'delete',
  },
  { table: 'data_copy', whose: ({ accountId }) => sql`account_id = ${accountId}`, shows: [], erase: 'delete' },
  // The register of breaches counts the people concerned.
  {
    table: 'breach_person',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['told_at'],
    erase: 'keep',
  },
  ...personalReplies,
  {
    table: 'erasure',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['status', 'asked_at', 'due_at', 'ended_at'],
    erase: 'keep',
  },
]
