import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofBookings = (person: { familyId: string | null; mentorId: string | null }) =>
  sql`booking_id in (select id from booking where family_id = ${person.familyId} or mentor_id = ${person.mentorId})`

/** Stars stay, because ratings are made of them. */
export const personalReviews: readonly PersonalTable[] = [
  {
    table: 'review',
    whose: ({ familyId }) => sql`family_id = ${familyId}`,
    shows: ['stars', 'words', 'writer', 'grade', 'area', 'city', 'written_at', 'published_at'],
    erase: { words: '', writer: 'parent', grade: null, area: '', city: '', home_consent_at: null },
  },
  {
    table: 'review',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['reply', 'replied_at'],
    erase: { reply: '', replied_at: null, reply_hidden_at: null },
  },
  { table: 'family_review', whose: ofBookings, shows: ['stars', 'words', 'written_at'], erase: { words: '' } },
  {
    table: 'demo_outcome',
    whose: ({ familyId, mentorId }) =>
      sql`(booking_id in (select id from booking where family_id = ${familyId} and side = 'family')
        or booking_id in (select id from booking where mentor_id = ${mentorId} and side = 'mentor'))`,
    shows: ['answer', 'words', 'answered_at'],
    erase: { words: '' },
  },
]
