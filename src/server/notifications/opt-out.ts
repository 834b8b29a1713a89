import { sql } from 'kysely'
import { type MessageKind, messageKinds } from '#contract/notifications/notification-kinds.ts'
import type { NotificationPreference } from '#contract/people/profiles.ts'
import type { Cursors } from '#server/platform/cursors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'

type OptOut = { accountId: string; kind: MessageKind }

const list = 'message-off'

/** Token of an unsubscribe link: encrypted, so that nobody can unsubscribe others, and valid as long as the secret key. */
export const sealOptOut = (cursors: Cursors, { accountId, kind }: OptOut): string =>
  cursors.write(list, [accountId, kind])

/** Reads a token. @throws AppError `not-found` if it is not one of ours */
export function openOptOut(cursors: Cursors, token: string): OptOut {
  try {
    const [accountId, name] = cursors.read<[string, string]>(list, token)
    const kind = messageKinds.find((one) => one === name)
    if (kind) return { accountId, kind }
  } catch {
    // Truncated by a mail program, or forged.
  }
  throw new AppError('not-found')
}

export async function isOptedOut(db: Db, { accountId, kind }: OptOut): Promise<boolean> {
  const row = await db
    .selectFrom('message_off')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  return row !== undefined
}

/** Idempotent. */
export const optOut = (db: Db, { accountId, kind }: OptOut) =>
  sql`insert into message_off (account_id, kind, channel) select id, ${kind}, 'email' from account where id = ${accountId}
    on conflict do nothing`.execute(db)

/** Choices are sorted, so that two devices saving at once do not deadlock. */
export async function setMessagePreferences(
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
