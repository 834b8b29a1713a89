import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

/** The row of a file stays without its name; `removeFilesOf` erases the bytes. */
export const personalFiles: readonly PersonalTable[] = [
  {
    table: 'media',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['preset', 'content_type', 'bytes', 'file_name', 'created_at', 'deleted_at'],
    erase: { file_name: '' },
  },
]
