import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofFamily: PersonalTable['whose'] = ({ familyId }) =>
  sql`booking_id in (select id from booking where family_id = ${familyId})`
const ofMentor: PersonalTable['whose'] = ({ mentorId }) =>
  sql`booking_id in (select id from booking where mentor_id = ${mentorId})`

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
  // A mentor's words about a family are the mentor's: the family never reads them.
  { table: 'family_review', whose: ofMentor, shows: ['stars', 'words', 'written_at'], erase: { words: '' } },
  { table: 'family_review', whose: ofFamily, shows: [], erase: { words: '' } },
  {
    table: 'demo_outcome',
    whose: ({ familyId, mentorId }) =>
      sql`(booking_id in (select id from booking where family_id = ${familyId} and side = 'family')
        or booking_id in (select id from booking where mentor_id = ${mentorId} and side = 'mentor'))`,
    shows: ['answer', 'words', 'answered_at'],
    erase: { words: '' },
  },
]
