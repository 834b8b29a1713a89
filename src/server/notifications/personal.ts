import { sql } from 'kysely'
import { namePattern, type Person, type PersonalTable } from '#server/platform/personal.ts'

const toOthers = (person: Person) => sql`account_id = any(${person.names.length > 0 ? person.otherSides : []}::uuid[])`
const withoutNames = (column: 'data' | 'text', person: Person) =>
  sql`regexp_replace(${sql.ref(column)}::text, ${namePattern(person)}, '…', 'g')`

export const personalMessages: readonly PersonalTable[] = [
  {
    table: 'message_off',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['kind', 'channel'],
    erase: 'delete',
  },
  {
    table: 'news',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['event', 'data', 'created_at', 'read_at'],
    erase: 'delete',
  },
  {
    table: 'outbox',
    // An address proves nothing: anybody may type it.
    whose: ({ accountId, phone, phoneSince }) =>
      sql`(account_id = ${accountId} or account_id is null and recipient = ${phone} and created_at >= ${phoneSince})`,
    shows: ['channel', 'recipient', 'text', 'created_at', 'sent_at'],
    erase: 'delete',
  },
  // What the other side was told stays, without the names.
  {
    table: 'news',
    whose: toOthers,
    shows: [],
    erase: (person) => ({ data: sql`${withoutNames('data', person)}::jsonb` }),
  },
  {
    table: 'outbox',
    whose: (person) => sql`${toOthers(person)} and coalesce(sent_at, given_up_at) is not null`,
    shows: [],
    erase: (person) => ({
      text: withoutNames('text', person),
      data: sql`${withoutNames('data', person)}::jsonb`,
    }),
  },
]
