import { type Kysely, sql } from 'kysely'
import { type MessageKind, messageKinds } from '#contract/notifications/notification-kinds.ts'
import type { NotificationPreference } from '#contract/people/profiles.ts'
import type { Cursors } from '#server/platform/cursors.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'

/** Mail of one kind to one account. */
type Off = { accountId: string; kind: MessageKind }

const list = 'message-off'

/** What stands in the link of a letter: sealed, so that nobody turns off another's mail. It works as long as the key does. */
export const writeOff = (cursors: Cursors, { accountId, kind }: Off): string => cursors.write(list, [accountId, kind])

/** Throws `not-found` for what no letter of ours had. */
export function readOff(cursors: Cursors, token: string): Off {
  try {
    const [accountId, name] = cursors.read<[string, string]>(list, token)
    const kind = messageKinds.find((one) => one === name)
    if (kind) return { accountId, kind }
  } catch {
    // Cut off by a mail program, or made up.
  }
  throw new AppError('not-found')
}

/** Whether mail of this kind is turned off. */
export async function isOff(db: Kysely<DB>, { accountId, kind }: Off): Promise<boolean> {
  const { rows } = await sql`
    select from message_off where account_id = ${accountId} and kind = ${kind} and channel = 'email'`.execute(db)
  return rows.length > 0
}

/** Once or often. */
export const turnOff = (db: Kysely<DB>, { accountId, kind }: Off) =>
  sql`insert into message_off (account_id, kind, channel) select id, ${kind}, 'email' from account where id = ${accountId}
    on conflict do nothing`.execute(db)

/** In one order, so that two devices that save at once wait for each other and do not block each other. */
export async function setMessages(
  tx: Transaction,
  accountId: string,
  choices: readonly NotificationPreference[],
): Promise<void> {
  const given = sql`select distinct on (kind, channel) kind, channel, "on" from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb)
    as g(kind text, channel text, "on" boolean) order by kind, channel`
  await sql`delete from message_off o using (${given}) g
    where o.account_id = ${accountId} and o.kind = g.kind and o.channel = g.channel and g.on`.execute(tx)
  await sql`insert into message_off (account_id, kind, channel)
    select ${accountId}, kind, channel from (${given}) g where not g.on on conflict do nothing`.execute(tx)
}
