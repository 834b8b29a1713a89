import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AdminReview, reviewStates } from '#contract/reviews/review-moderation.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { matchingOrders } from '#server/classes/bookings/bookings.ts'
import type { Transaction } from '#server/platform/database.ts'
import { isAmong, type Listing, named } from '#server/platform/listing.ts'
import type { DB } from '#server/platform/schema.ts'
import { wantedBy } from '#server/platform/wanted.ts'

type Db = Kysely<DB>
export type About = 'review' | 'reply'
type State = (typeof reviewStates)[number]

export type ReviewRow = Omit<AdminReview, 'writtenAt' | 'publishedAt'> & { writtenAt: Date; publishedAt: Date | null }

const fits: Record<State, RawBuilder<unknown>> = {
  reported: sql`r.reported_at is not null`,
  hidden: sql`(r.hidden_at is not null or r.reply_hidden_at is not null)`,
  waiting: sql`r.published_at is null`,
}

const columns = sql`r.id as "_id", jsonb_build_object('_id', m.id, 'fullName', m.full_name, 'slug', m.slug) as mentor, f.name as "familyName",
  o.number as order, r.stars, r.words, r.written_at as "writtenAt", r.published_at as "publishedAt", r.hidden_at is not null as "isHidden",
  r.hidden_reason as "hiddenReason",
  case when r.replied_at is not null then jsonb_build_object('words', r.reply, 'isHidden', r.reply_hidden_at is not null) end as reply,
  (select coalesce(jsonb_agg(jsonb_build_object('about', t.about, 'words', t.words, 'number', c.number, 'madeAt', t.made_at, 'isOpen', t.ended_at is null)
      order by t.made_at), '[]') from review_report t join support_case c on c.id = t.case_id where t.review_id = r.id) as reports`
const tables = sql`review r left join mentor m on m.id = r.mentor_id left join family f on f.id = r.family_id left join booking b on b.id = r.booking_id
  left join payment_order o on o.id = b.order_id`

export const toAdmin = ({ writtenAt, publishedAt, reports, ...rest }: ReviewRow): AdminReview => ({
  ...rest,
  writtenAt: writtenAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
  // The database writes times inside JSON in its own way.
  reports: reports.map((one) => ({ ...one, madeAt: new Date(one.madeAt).toISOString() })),
})

type Filter = Partial<Record<'q' | 'from' | 'to', string | undefined>> & {
  state?: State | undefined
  stars?: number | undefined
}
type By = 'due' | 'date' | 'stars'
const dayMs = 86_400_000
/** Time since 2000, and far beyond it: what is reported comes before everything else, of which the newest comes first. */
const due = sql`(case when r.reported_at is not null then r.reported_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (r.written_at - timestamptz '2000-01-01 00:00+00') end)`

/** Ids of the reviews somebody means: of an order, a person, or by name of who wrote it or whom it is about; invented ones have no order. */
function reviewsMeant(q: string): RawBuilder<unknown> {
  const wanted = wantedBy(q)
  if (!('name' in wanted))
    return sql`select x.id from booking b join review x on x.booking_id = b.id where b.order_id in (${matchingOrders(q)})`
  return sql`select x.id from family s join review x on x.family_id = s.id where ${named(sql`s.name`, wanted.name)}
    union select x.id from mentor s join review x on x.mentor_id = s.id where ${named(sql`s.full_name`, wanted.name)}`
}

/** Reviews as they are filtered. */
export async function reviewList(db: Db, { q, state, stars, from, to }: Filter): Promise<Listing<By>> {
  const conditions = [
    ...(q ? [await isAmong(db, sql`r.id`, reviewsMeant(q))] : []),
    ...(state ? [fits[state]] : []),
    ...(stars ? [sql`r.stars = ${stars}`] : []),
    ...(from ? [sql`r.written_at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`r.written_at < ${new Date(instantInIndia(to, '00:00').getTime() + dayMs)}`] : []),
  ]
  return {
    name: `reviews ${JSON.stringify([q, state, stars, from, to])}`,
    columns,
    from: tables,
    where: conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`,
    id: sql`r.id`,
    sorts: {
      due: { by: due, type: 'interval' },
      date: { by: sql`r.written_at`, type: 'timestamptz' },
      stars: { by: sql`r.stars`, type: 'bigint' },
    },
  }
}

export async function adminReview(db: Db, id: string): Promise<AdminReview | null> {
  const { rows } = await sql<ReviewRow>`select ${columns} from ${tables} where r.id = ${id}`.execute(db)
  return rows[0] ? toAdmin(rows[0]) : null
}

/** How many wait for an admin, whatever is asked. */
export async function countReported(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from review where reported_at is not null`.execute(db)
  return rows[0]?.n ?? 0
}

/** The booking behind a review, which is locked before it. */
export async function bookingOf(db: Db, id: string): Promise<{ bookingId: string | null } | null> {
  const { rows } = await sql<{ bookingId: string | null }>`
    select booking_id as "bookingId" from review where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Takes a review or its reply away (`reason`), or shows it again (null); its reports are over. @returns the case of the one that was open */
export async function setHidden(
  tx: Transaction,
  id: string,
  about: About,
  reason: string | null,
): Promise<{ id: string; number: string } | null> {
  const at = reason === null ? sql`null` : sql`now()`
  await sql`update review set ${about === 'review' ? sql`hidden_at` : sql`reply_hidden_at`} = ${at} where id = ${id}`.execute(
    tx,
  )
  await sql`update review set hidden_reason = case when hidden_at is null and reply_hidden_at is null then '' else coalesce(${reason}::text, hidden_reason) end
    where id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: string; number: string }>`
    update review_report t set ended_at = now() from support_case c
    where c.id = t.case_id and review_id = ${id} and about = ${about} and ended_at is null returning c.id, c.number`.execute(
    tx,
  )
  await sql`update review r set reported_at = (select min(made_at) from review_report t where t.review_id = r.id and t.ended_at is null)
    where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export type Opened = { number: string; answerBy: Date }

/** The case somebody opened about a review, or its reply, before. */
export async function reportOf(tx: Transaction, id: string, about: About): Promise<Opened | null> {
  const { rows } = await sql<Opened>`
    select c.number, c.answer_by as "answerBy" from review_report t join support_case c on c.id = t.case_id
    where t.review_id = ${id} and t.about = ${about}`.execute(tx)
  return rows[0] ?? null
}

export async function insertReport(
  tx: Transaction,
  id: string,
  about: About,
  caseId: string,
  words: string,
): Promise<void> {
  await sql`insert into review_report (review_id, about, case_id, words) values (${id}, ${about}, ${caseId}, ${words})`.execute(
    tx,
  )
  await sql`update review set reported_at = coalesce(reported_at, now()) where id = ${id}`.execute(tx)
}

/** Where a person is reached, for a case. */
export async function reachOf(tx: Transaction, accountId: string) {
  const { rows } = await sql<{ phone: string; language: 'en' | 'hi' }>`
    select phone, language from account where id = ${accountId}`.execute(tx)
  if (!rows[0]) throw new Error('an account is gone')
  return rows[0]
}
