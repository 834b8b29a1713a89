import { sql } from 'kysely'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Side } from './event-texts.ts'

export type Reader = { accountId: string; side: Side }
/** Values of the text by language, the custom template if there was one, and the deadline of what it asks for (ISO 8601). */
type NotificationData = Record<Language, Record<string, string>> & {
  words?: Record<Language, string>
  answerBy?: string
}
type NewNotification = Reader & { event: NotificationEvent; kind: string; data: NotificationData; onceKey: string }

/** Counts above this are shown as a lower bound. */
const maxCount = 100

/** Sends the live message `told` too, unless the row exists already or the account opted out of this kind. */
export const insertNotification = (
  tx: Transaction,
  { accountId, side, event, kind, data, onceKey }: NewNotification,
  told: string,
) =>
  sql`with new as (
    insert into news (account_id, side, event, data, once_key)
    select ${accountId}::uuid, ${side}::text, ${event}::text, ${JSON.stringify(data)}::jsonb, ${onceKey}::text
    where not exists (select from message_off where account_id = ${accountId} and kind = ${kind} and channel = 'app')
    on conflict on constraint news_once do nothing returning id)
    select pg_notify('live', ${told}) from new`.execute(tx)

export type NotificationRow = {
  id: string
  event: NotificationEvent
  data: NotificationData
  createdAt: Date
  readAt: Date | null
  student: string | null
}
/** The reader's own rows. */
const ofReader = (db: Db, { accountId, side }: Reader) =>
  db.selectFrom('news').where('account_id', '=', accountId).where('side', '=', side)
/** The row that a notification is about, from its key `event:id:…`. */
export const about = sql`substring(split_part(once_key, ':', 2) from '^[0-9a-f]{8}-[0-9a-f-]{27}$')::uuid`
/** The learner's name, for families with several. */
const student = sql<string | null>`(select l.name from learner l
  where news.side = 'family' and l.id = (select coalesce(
    (select learner_id from lesson where id = ${about}), (select learner_id from booking where id = ${about}),
    (select x.learner_id from time_proposal t join lesson x on x.id = t.lesson_id where t.id = ${about}),
    (select x.learner_id from dispute d join lesson x on x.id = d.lesson_id where d.id = ${about}),
    (select learner_id from payment_order where id = ${about})))
  and 1 < (select count(*) from learner o where o.family_id = l.family_id and o.archived_at is null))`.as('student')
const columns = ['id', 'event', 'data', 'created_at as createdAt', 'read_at as readAt', student] as const

export async function notificationsOf(
  db: Db,
  reader: Reader,
  before: string | null,
  limit: number,
): Promise<NotificationRow[]> {
  const own = ofReader(db, reader).select(columns)
  return await (before === null ? own : own.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<NotificationRow>()
    .execute()
}

/** Unread notifications, capped at `maxCount`. */
export const unreadNotifications = ({ accountId, side }: Reader) => sql<number>`(select count(*)::int from (
  select from news where account_id = ${accountId} and side = ${side} and read_at is null limit ${maxCount}) as found)`

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${unreadNotifications(reader)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

export async function notificationById(db: Db, reader: Reader, id: string): Promise<NotificationRow | null> {
  const row = await ofReader(db, reader)
    .select(columns)
    .where('id', '=', id)
    .$castTo<NotificationRow>()
    .executeTakeFirst()
  return row ?? null
}

const markRead = (db: Db, { accountId, side }: Reader) =>
  db
    .updateTable('news')
    .set({ read_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('side', '=', side)
    .where('read_at', 'is', null)

/** Marks a notification as read. @returns whether it was unread */
export async function setRead(db: Db, reader: Reader, id: string): Promise<boolean> {
  const { numUpdatedRows } = await markRead(db, reader).where('id', '=', id).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Marks a notification and all older ones as read; later ones have not been seen. @returns whether any was unread */
export async function setAllRead(db: Db, reader: Reader, newest: string): Promise<boolean> {
  const { numUpdatedRows } = await markRead(db, reader).where('id', '<=', newest).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends what these notifications about `key` ask for, and marks them as read. */
export const endRequests = (
  tx: Transaction,
  { accountId, side }: Reader,
  events: readonly NotificationEvent[],
  key: string,
) =>
  sql`update news set read_at = coalesce(read_at, now()), data = data || jsonb_build_object('answerBy', ${new Date().toISOString()}::text)
    where account_id = ${accountId} and side = ${side} and event = any(${[...events]}::text[]) and split_part(once_key, ':', 2) = ${key}`.execute(
    tx,
  )

export async function deleteOldNotifications(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from news where created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes SMS and emails that were sent or given up. */
export async function deleteOldMessages(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from outbox where coalesce(sent_at, given_up_at) < now() - make_interval(days => ${days})`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}
