import { sql } from 'kysely'
import type { AdminMessage, ChannelDay } from '#contract/notifications/admin-messages.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { containsPattern, type Listing, phoneMatches } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { optedOutReason } from '#server/providers/outbox.ts'

type State = 'given_up' | 'waiting'
export type Undelivered = Omit<AdminMessage, 'writtenAt' | 'dueAt' | 'text'> & { writtenAt: Date; dueAt: Date | null }

/** Hours, longer than a night's quiet hours. */
const stuckHours = 12
const maxCount = 1000

// Must equal the predicate of the index.
const isGivenUp = sql`given_up_at is not null and trouble is distinct from ${sql.lit(optedOutReason)}`
const isWaiting = sql`sent_at is null and given_up_at is null`
// A second attempt is the first sign of a failure.
const isStuck = sql`${isWaiting} and (tries > 1 or created_at < now() - make_interval(hours => ${stuckHours}))`
const ofState = (state: State) => (state === 'given_up' ? isGivenUp : isStuck)

/** The person's number or address of today, null if they have none; warnings of a change go to the earlier one. */
const currentRecipient = sql`case
  when side is null or (channel, template) in (('sms', 'phone-change-asked'), ('email', 'email-changed')) then recipient
  else (select case channel when 'email' then nullif(case side when 'family' then f.email when 'mentor' then m.email end, '') else a.phone end
    from account a left join family f on f.account_id = a.id left join mentor m on m.account_id = a.id where a.id = outbox.account_id) end`

const columns = sql`
  id as "_id", case when sent_at is not null then 'sent' when given_up_at is not null then 'given_up' else 'waiting' end as state,
  template as event, channel, recipient as to, language, trouble, tries, created_at as "writtenAt",
  case when ${isWaiting} then due_at end as "dueAt", sent_at is null and (useless_at is null or useless_at > now()) and ${currentRecipient} is not null as "canRetry",
  (select json_build_object('accountId', a.id, 'phone', a.phone, 'name', coalesce(case side
      when 'mentor' then (select m.full_name from mentor m where m.account_id = a.id)
      when 'admin' then (select u.name from admin_user u where u.account_id = a.id)
      else (select f.name from family f where f.account_id = a.id) end, ''))
    from account a where a.id = account_id) as person`

type Filter = { state: State; channel?: string | undefined; q?: string | undefined }
type By = 'date' | 'tries'

/** Matches a phone number or its end, an address, or part of the event's name. */
function search(q: string) {
  const wanted = parseSearchTerm(q)
  if ('phone' in wanted) return phoneMatches(sql`recipient`, wanted.phone)
  return q.includes('@') ? sql`lower(recipient) = lower(${q})` : sql`template ilike ${containsPattern(q)}`
}

/** The filtered list of undelivered messages. */
export function messageList({ state, channel, q }: Filter): Listing<By> {
  const conditions = [ofState(state), ...(channel ? [sql`channel = ${channel}`] : []), ...(q ? [search(q)] : [])]
  return {
    name: `messages ${JSON.stringify([state, channel, q])}`,
    columns,
    from: sql`outbox`,
    where: sql.join(conditions, sql` and `),
    id: sql`id`,
    sorts: { date: { by: sql`created_at`, type: 'timestamptz' }, tries: { by: sql`tries`, type: 'bigint' } },
  }
}

export async function countsOf(db: Db): Promise<Record<State, number>> {
  const count = (state: State) => sql`(select count(*)::int from (
    select from outbox where ${ofState(state)} limit ${maxCount}) as found)`
  const { rows } = await sql<Record<State, number>>`
    select ${count('given_up')} as given_up, ${count('waiting')} as waiting`.execute(db)
  return rows[0] ?? { given_up: 0, waiting: 0 }
}

/** Outcomes of the messages written in the last 24 hours, by channel. */
export async function lastDay(db: Db): Promise<ChannelDay[]> {
  const { rows } = await sql<ChannelDay>`
    select channel, count(*) filter (where sent_at is not null)::int as sent, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where ${isGivenUp})::int as "givenUp"
    from outbox where created_at > now() - interval '1 day' group by channel order by channel`.execute(db)
  return rows
}

/** Locks a message its recipient has not opted out of. */
export async function lockMessage(tx: Transaction, id: string): Promise<Undelivered | null> {
  const { rows } = await sql<Undelivered>`
    select ${columns} from outbox where id = ${id} and trouble is distinct from ${optedOutReason} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function scheduleRetry(tx: Transaction, id: string): Promise<Undelivered | null> {
  const { rows } = await sql<Undelivered>`
    update outbox set recipient = ${currentRecipient}, given_up_at = null, trouble = null, tries = 0, due_at = now(), again_at = now() where id = ${id}
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}
