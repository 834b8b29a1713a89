import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ownCases: PersonalTable['whose'] = ({ accountId }) => sql`account_id = ${accountId}`

/** A case keeps its number, kind and dates: the law asks how complaints were handled. */
export const personalCases: readonly PersonalTable[] = [
  {
    table: 'support_case',
    whose: ownCases,
    shows: [
      'number',
      'kind',
      'topic',
      'text',
      'name',
      'phone',
      'email',
      'status',
      'created_at',
      'resolved_at',
      'resolution',
    ],
    erase: { name: '…', phone: null, email: '…', text: '…', topic: '…', resolution: '', ip_block: null },
  },
  {
    table: 'case_event',
    whose: (person) => sql`case_id in (select id from support_case where ${ownCases(person)})`,
    shows: ['kind', 'at'],
    erase: { text: '', detail: '{}' },
  },
]
