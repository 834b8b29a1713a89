import { type RawBuilder, sql } from 'kysely'
import { knownDevices } from '#contract/people/limits.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockCodes } from '#server/platform/locks.ts'
import type { UserType } from '#server/platform/sessions.ts'
import type { SendBudget, SendRules, SentToPhone } from './send-limits.ts'

const isRecentDevice = sql`verified_at > now() - make_interval(days => ${knownDevices.days})`

/** Codes sent to a phone in the last 24 hours. Locks the phone, so that concurrent requests are counted. */
export async function sentToPhone(
  tx: Transaction,
  phone: string,
  userType: UserType,
  browserHash: Buffer,
): Promise<SentToPhone> {
  await lockCodes(tx, [phone])
  const { rows } = await sql<SentToPhone>`
    select
      exists (select from known_device where phone = ${phone} and browser_hash = ${browserHash} and ${isRecentDevice}) as "isKnown",
      ${userType} = 'admin' and exists (select from admin_user u join account a on a.id = u.account_id
        where a.phone = ${phone} and u.removed_at is null) as "isAdmin",
      (count(*) filter (where budget = 'device' and browser_hash = ${browserHash}))::int as "ofDevice",
      extract(epoch from now() - max(sent_at) filter (where browser_hash = ${browserHash}))::float8 as "deviceAge",
      (count(*) filter (where budget <> 'device'))::int as "ofOthers",
      extract(epoch from now() - max(sent_at) filter (where budget <> 'device' or browser_hash = ${browserHash}))::float8 as age
    from otp_challenge where phone = ${phone} and sent_at > now() - interval '1 day'`.execute(tx)
  if (!rows[0]) throw new Error('counting codes gave no row')
  return rows[0]
}

/**
 * Seconds until the limits of networks and of all phones allow another code; 0 if they do. Codes of known devices do not
 * count. Locks the networks, so that concurrent requests are counted.
 */
export async function networkWait(
  tx: Transaction,
  budget: SendBudget,
  blocks: { narrow: string; wide: string | null },
  limits: SendRules,
): Promise<number> {
  const { narrow, wide } = blocks
  await lockCodes(tx, wide === null ? [narrow] : [narrow, wide])
  // The code that must be older than an hour before the next one is sent.
  const until = (codes: RawBuilder<unknown>, limit: number) => sql`
    (select extract(epoch from sent_at + interval '1 hour' - now()) from otp_challenge
      where ${codes} and sent_at > now() - interval '1 hour' order by sent_at desc offset ${limit - 1} limit 1)`
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(ceil(greatest(
      ${until(sql`ip_block = ${narrow} and budget <> 'device'`, limits.perBlockHour)},
      ${until(sql`ip_wide_block = ${wide} and budget <> 'device'`, limits.perWideBlockHour)},
      ${until(sql`budget = ${budget}`, budget === 'admin' ? limits.adminsHour : limits.inAllHour)}
    )), 0)::int as seconds`.execute(tx)
  return rows[0]?.seconds ?? 0
}

type NewChallenge = {
  id: string
  phone: string
  userType: UserType
  codeHash: Buffer | null
  browserHash: Buffer
  narrow: string
  wide: string | null
  budget: SendBudget
  minutes: number
}

export async function insertChallenge(tx: Transaction, one: NewChallenge): Promise<void> {
  await sql`insert into otp_challenge (id, phone, user_type, code_hash, browser_hash, ip_block, ip_wide_block, budget, expires_at)
    values (${one.id}, ${one.phone}, ${one.userType}, ${one.codeHash}, ${one.browserHash}, ${one.narrow}, ${one.wide}, ${one.budget},
      now() + make_interval(mins => ${one.minutes}))`.execute(tx)
}

/** Delays the next code after the provider refused to send one. */
export const setResendWait = (db: Db, id: string, waitSeconds: number, resendSeconds: number) =>
  sql`update otp_challenge set sent_at = now() + make_interval(secs => ${waitSeconds - resendSeconds}) where id = ${id}`.execute(
    db,
  )

/** Remembers a browser that logged in with a phone; of more than `knownDevices.most` the oldest are forgotten. */
export async function rememberDevice(tx: Transaction, phone: string, browserHash: Buffer): Promise<void> {
  await sql`insert into known_device (phone, browser_hash) values (${phone}, ${browserHash})
    on conflict (phone, browser_hash) do update set verified_at = now()`.execute(tx)
  await sql`delete from known_device where phone = ${phone} and browser_hash not in (
    select browser_hash from known_device where phone = ${phone} order by verified_at desc limit ${knownDevices.most})`.execute(
    tx,
  )
}

/** Wrong codes of the last 24 hours, over all phones. */
export async function wrongTries(db: Db): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select coalesce(sum(tries), 0)::int as tries from otp_challenge where tries > 0 and sent_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0]?.tries ?? 0
}

export async function deleteOldCodes(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from otp_challenge where sent_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes devices that are no longer known. */
export async function deleteOldDevices(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from known_device where not ${isRecentDevice}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
