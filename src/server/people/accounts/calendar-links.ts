import { sql } from 'kysely'
import type { Language } from '#contract/wire/errors.ts'
import type { Db } from '#server/platform/database.ts'

type FeedRow = { id: string; tokenHash: Buffer; madeAt: Date }

export async function feedOf(db: Db, accountId: string): Promise<FeedRow | null> {
  const row = await db
    .selectFrom('calendar_feed')
    .select(['id', 'token_hash as tokenHash', 'made_at as madeAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

export async function upsertFeed(db: Db, accountId: string, id: string, tokenHash: Buffer): Promise<Date> {
  const { rows } = await sql<{ madeAt: Date }>`
    insert into calendar_feed (account_id, id, token_hash) values (${accountId}, ${id}, ${tokenHash})
    on conflict (account_id) do update set id = excluded.id, token_hash = excluded.token_hash, made_at = now()
    returning made_at as "madeAt"`.execute(db)
  if (!rows[0]) throw new Error('inserting a feed returned no row')
  return rows[0].madeAt
}

export const deleteAllFeeds = (db: Db) => db.deleteFrom('calendar_feed').execute()

/** @returns how many there were */
export async function deleteFeed(db: Db, accountId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('calendar_feed').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Account and language of a feed. */
export async function feedOwner(db: Db, tokenHash: Buffer): Promise<{ accountId: string; language: Language } | null> {
  const { rows } = await sql<{ accountId: string; language: Language }>`
    select a.id as "accountId", a.language from calendar_feed c join account a on a.id = c.account_id
    where c.token_hash = ${tokenHash} and a.suspended_at is null`.execute(db)
  return rows[0] ?? null
}
