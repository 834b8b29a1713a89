import { deleteAllFeeds } from '#server/people/accounts/accounts.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { revokeAllSessions } from '#server/platform/sessions.ts'

/**
 * Logs everybody out and ends calendar links in a database restored to an earlier time: whoever lost access since then, for example a
 * thief, would have it again.
 */
export async function endAccess(url: string): Promise<void> {
  const db = openDatabase(openPool(url, { connections: 1, name: 'mentorsetu restore', statementTimeoutMs: 3_600_000 }))
  try {
    await revokeAllSessions(db)
    await deleteAllFeeds(db)
  } finally {
    await db.destroy()
  }
}
