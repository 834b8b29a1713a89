import { type Kysely, sql } from 'kysely'
import type { Texts } from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { DB } from '#server/platform/schema.ts'

type Change = { at: Date; by: string; was: Texts; is: Texts }

/** Changes that the page of an event shows. */
const changesShown = 20

/** Who changed the texts of an event, newest first. */
export async function textChanges(db: Kysely<DB>, event: NotificationEvent): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select l.at, coalesce(u.name, '') as by, l.detail -> 'was' as was, l.detail -> 'is' as is
    from audit l left join admin_user u on u.account_id = l.account_id
    where l.subject_kind = 'message-text' and l.subject_id = ${event} order by l.at desc limit ${changesShown}`.execute(
    db,
  )
  return rows
}
