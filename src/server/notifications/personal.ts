import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

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
]
