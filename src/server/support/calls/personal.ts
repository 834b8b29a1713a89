import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

export const personalCalls: readonly PersonalTable[] = [
  {
    table: 'call_request',
    whose: ({ accountId, phone }) => sql`(account_id = ${accountId} or phone = ${phone})`,
    shows: ['name', 'phone', 'language', 'status', 'created_at', 'handled_at'],
    erase: 'delete',
  },
  {
    table: 'call_request',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['mentor_phone', 'status', 'created_at'],
    erase: { mentor_phone: null, note: '' },
  },
]
