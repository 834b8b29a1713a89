import { sql } from 'kysely'
import { byPhoneAlone, type PersonalTable } from '#server/platform/personal.ts'

export const personalCalls: readonly PersonalTable[] = [
  {
    table: 'call_request',
    whose: (person) => sql`(account_id = ${person.accountId} or ${byPhoneAlone(person)})`,
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
