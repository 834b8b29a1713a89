import { sql } from 'kysely'
import type { Person, PersonalTable } from '#server/platform/personal.ts'

/** Messages to the person's other sides that name the person. */
const namedIn =
  (column: 'data' | 'text') =>
  ({ names, otherSides }: Person) =>
    sql`account_id = any(${otherSides}::uuid[])
    and exists (select from unnest(${names}::text[]) name where strpos(${sql.ref(column)}::text, name) > 0)`

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
    // Receipts and messages to people without an account name only the address.
    whose: ({ accountId, phone, emails }) =>
      sql`(account_id = ${accountId} or account_id is null and recipient = any(${[phone, ...emails]}::text[]))`,
    shows: ['channel', 'recipient', 'text', 'created_at', 'sent_at'],
    erase: 'delete',
  },
  { table: 'news', whose: namedIn('data'), shows: [], erase: 'delete' },
  { table: 'outbox', whose: namedIn('text'), shows: [], erase: 'delete' },
]
