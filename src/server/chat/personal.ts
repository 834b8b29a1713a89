import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

/** Numbers without gaps stay; the other side keeps its own words. */
export const personalChats: readonly PersonalTable[] = [
  {
    table: 'message',
    whose: ({ familyId, mentorId }) =>
      sql`(sender = 'family' and conversation_id in (select id from conversation where family_id = ${familyId})
        or sender = 'mentor' and conversation_id in (select id from conversation where mentor_id = ${mentorId}))`,
    shows: ['seq', 'text', 'sent_at'],
    erase: { text: '…', masked_text: null, masked_file_name: null, media_id: null },
  },
  {
    table: 'presence',
    whose: ({ familyId, mentorId }) => sql`party_id in (${familyId}::uuid, ${mentorId}::uuid)`,
    shows: [],
    erase: 'delete',
  },
]
