import { type RawBuilder, sql } from 'kysely'
import type { AdminReview, reviewStates } from '#contract/reviews/review-moderation.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { matchingOrders } from '#server/classes/bookings/bookings.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { isoFromJson } from '#server/platform/json-rows.ts'
import { isAmong, type Listing, nameMatches } from '#server/platform/listing.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import type { Viewer } from '#server/platform/sessions.ts'

export type About = 'review' | 'reply'
type State = (typeof reviewStates)[number]

export type ReviewRow = Omit<AdminReview, 'writtenAt' | 'publishedAt'> & { writtenAt: Date; publishedAt: Date | null }

const stateConditions: Record<State, RawBuilder<unknown>> = {
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

export const toAdminReview = ({ writtenAt, publishedAt, reports, ...rest }: ReviewRow): AdminReview => ({
  ...rest,
  writtenAt: writtenAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
  reports: reports.map((one) => ({ ...one, madeAt: isoFromJson(one.madeAt) })),
})

type Filter = Partial<Record<'q' | 'from' | 'to', string | undefined>> & {
  state?: State | undefined
  stars?: number | undefined
}
type ReviewSort = 'due' | 'date' | 'stars'
const dayMs = 86_400_000
/** Sort key: reported reviews by report time, then all others, newest first. Offsets from the year 2000, with the others 400,000 days later. */
const due = sql`(case when r.reported_at is not null then r.reported_at - timestamptz '2000-01-01 00:00+00' else interval '400000 days' - (r.written_at - timestamptz '2000-01-01 00:00+00') end)`

/** Ids of reviews by order, person, or name of the author or mentor. Demo reviews have no order. */
function matchingReviewIds(q: string): RawBuilder<unknown> {
  const wanted = parseSearchTerm(q)
  if (!('name' in wanted))
    return sql`select x.id from booking b join review x on x.booking_id = b.id where b.order_id in (${matchingOrders(q)})`
  return sql`select x.id from family s join review x on x.family_id = s.id where ${nameMatches(sql`s.name`, wanted.name)}
    union select x.id from mentor s join review x on x.mentor_id = s.id where ${nameMatches(sql`s.full_name`, wanted.name)}`
}

/** Reviews matching a filter, without those by or about the viewer that are not public or are reported. */
export async function reviewList(
  db: Db,
  { accountId }: Viewer,
  { q, state, stars, from, to }: Filter,
): Promise<Listing<ReviewSort>> {
  const conditions = [
    sql`((r.published_at is not null and r.reported_at is null) or not (
      r.mentor_id in (select w.id from mentor w where w.account_id = ${accountId}::uuid)
      or r.family_id in (select w.id from family w where w.account_id = ${accountId}::uuid)))`,
    ...(q ? [await isAmong(db, sql`r.id`, matchingReviewIds(q))] : []),
    ...(state ? [stateConditions[state]] : []),
    ...(stars ? [sql`r.stars = ${stars}`] : []),
    ...(from ? [sql`r.written_at >= ${instantInIndia(from, '00:00')}`] : []),
    ...(to ? [sql`r.written_at < ${new Date(instantInIndia(to, '00:00').getTime() + dayMs)}`] : []),
  ]
  return {
    name: `reviews ${JSON.stringify([accountId, q, state, stars, from, to])}`,
    columns,
    from: tables,
    where: sql.join(conditions, sql` and `),
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
  return rows[0] ? toAdminReview(rows[0]) : null
}

/** Number of reported reviews, regardless of filters. */
export async function countReported(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from review where reported_at is not null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Booking of a review; it is locked before the review. */
export async function bookingOfReview(db: Db, id: string) {
  return await db.selectFrom('review').select('booking_id as bookingId').where('id', '=', id).executeTakeFirst()
}

/** Hides a review or its reply (`reason`), or shows it again (null), and closes its reports. @returns the case of the open report */
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

export type OpenedCase = { id: string; number: string; answerBy: Date }

/** The case of the report of this review or reply. */
export async function reportOf(tx: Transaction, id: string, about: About): Promise<OpenedCase | null> {
  const { rows } = await sql<OpenedCase>`
    select c.id, c.number, c.answer_by as "answerBy" from review_report t join support_case c on c.id = t.case_id
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
  await tx.insertInto('review_report').values({ review_id: id, about, case_id: caseId, words }).execute()
  await sql`update review set reported_at = coalesce(reported_at, now()) where id = ${id}`.execute(tx)
}
