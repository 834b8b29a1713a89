import { sql } from 'kysely'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

/** @returns the id, or null while another one of the account waits, one was made in the last day or three were asked for */
export async function insertCopy(tx: Transaction, accountId: string, language: Language, parts: number) {
  const { rows } = await sql<{
    id: string
  }>`insert into data_copy (account_id, language, parts) select ${accountId}, ${language}, ${parts}
    where (select count(*) filter (where status = 'made') = 0 and count(*) < 3
      from data_copy where account_id = ${accountId} and asked_at > now() - interval '1 day')
    on conflict (account_id) where status = 'waiting' do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function waitingCopy(db: Db, id: string) {
  const row = await db
    .selectFrom('data_copy')
    .select(['account_id as accountId', 'language', 'asked_at as askedAt'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .$narrowType<{ language: Language }>()
    .executeTakeFirst()
  return row ?? null
}

export const setDone = (db: Db, id: string, done: number) =>
  db.updateTable('data_copy').set({ done }).where('id', '=', id).where('status', '=', 'waiting').execute()

export const setMade = (db: Db, id: string, pdf: Buffer) =>
  sql`update data_copy set status = 'made', done = parts, pdf = ${pdf}, ended_at = now() where id = ${id} and status = 'waiting'`.execute(
    db,
  )

export const setFailed = (db: Db, id: string) =>
  db
    .updateTable('data_copy')
    .set({ status: 'failed', ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()

type CopyState = { _id: string; status: 'waiting' | 'made' | 'failed'; percent: number; askedAt: Date }

/** The last one of an account. */
export async function lastCopy(db: Db, accountId: string): Promise<CopyState | null> {
  const { rows } = await sql<CopyState>`
    select id as "_id", status, (100 * done / parts)::int as percent, asked_at as "askedAt" from data_copy
    where account_id = ${accountId} order by asked_at desc, id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function pdfOf(db: Db, accountId: string, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('data_copy')
    .select('pdf')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.pdf ?? null
}
