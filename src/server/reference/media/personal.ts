import { type Kysely, sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import type { PersonalTable } from '#server/platform/personal.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { DB } from '#server/platform/schema.ts'
import { remove } from './media.ts'

/** The row of a file stays without its name; `removeFilesOf` erases the bytes. */
export const personalFiles: readonly PersonalTable[] = [
  {
    table: 'media',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['preset', 'content_type', 'bytes', 'file_name', 'created_at', 'deleted_at'],
    erase: { file_name: '' },
  },
]

/** Removes every file of an account. */
export async function removeFilesOf(tx: Transaction, queue: Queue, accountId: string): Promise<void> {
  for (const id of await filesOf(tx, accountId)) await remove(tx, queue, id)
}

async function filesOf(db: Kysely<DB>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from media where account_id = ${accountId} and deleted_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}
