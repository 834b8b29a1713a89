import { sql } from 'kysely'
import { quoteLimits } from '#contract/reviews/limits.ts'
import type { Review, Testimonial } from '#contract/reviews/reviews.ts'
import type { Db } from '#server/platform/database.ts'

const published = sql`r.published_at is not null and r.hidden_at is null`
const writer = sql`r.writer, r.grade, r.area, r.city, r.stars, r.words`

/** Position in the list. The time is text, because a Date has milliseconds only. */
export type ReviewCursor = { isWritten: boolean; at: string; id: string }
type PublishedReview = Omit<Review, 'writtenAt' | 'reply'> & {
  writtenAt: Date
  replyWords: string
  repliedAt: Date | null
}
type Row = PublishedReview & { at: string }
const isWritten = sql`(r.words <> '')`

export const toReview = ({ replyWords, repliedAt, writtenAt, ...rest }: PublishedReview): Review => ({
  ...rest,
  writtenAt: writtenAt.toISOString(),
  reply: repliedAt && { words: replyWords, repliedAt: repliedAt.toISOString() },
})

/**
 * Published reviews of a mentor after a cursor, all or those with so many stars: those with words first, then newest first;
 * one more than `limit` if there are more.
 */
export async function reviewsOf(
  db: Db,
  mentorId: string,
  { after, limit, stars }: { after: ReviewCursor | null; limit: number; stars: number | undefined },
): Promise<Row[]> {
  const afterCursor = after
    ? sql`and (${isWritten}, r.published_at, r.id) < (${after.isWritten}::boolean, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Row>`
    select r.id as "_id", ${writer}, r.lessons_held as "lessonsHeld", r.written_at as "writtenAt", r.published_at::text as at,
      r.reply as "replyWords", case when r.reply_hidden_at is null then r.replied_at end as "repliedAt"
    from review r where r.mentor_id = ${mentorId} and ${published} ${stars ? sql`and r.stars = ${stars}` : sql``} ${afterCursor}
    order by ${isWritten} desc, r.published_at desc, r.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** Number of families by the stars of their newest review, 1 to 5, and of all reviews with these stars. */
export type StarCount = { stars: number; count: number; reviews: number }
export async function starCounts(db: Db, mentorId: string): Promise<StarCount[]> {
  const { rows } = await sql<StarCount>`
    select s.stars, count(*) filter (where r.is_newest)::int as count, count(r.stars)::int as reviews from generate_series(1, 5) as s(stars)
    left join (select r.stars, row_number() over (partition by coalesce(r.family_id, r.id) order by r.published_at desc, r.id desc) = 1 as is_newest
      from review r where r.mentor_id = ${mentorId} and ${published}) r on r.stars = s.stars
    group by s.stars order by s.stars`.execute(db)
  return rows
}

type Quote = Omit<Testimonial, 'mentor' | 'name'> & Testimonial['mentor']
export type AgreedQuote = Quote & { id: string; familyName: string | null; agreedAt: Date }
const maxAgreedQuotes = 60

/** Published reviews of listed mentors whose families agreed to be quoted, newest first; optionally only the given ids. */
export async function agreedQuotes(db: Db, ids: readonly string[] | null): Promise<AgreedQuote[]> {
  const { rows } = await sql<AgreedQuote>`
    select r.id, ${writer}, m.slug, m.full_name as "fullName", f.name as "familyName", r.home_consent_at as "agreedAt"
    from review r join mentor m on m.id = r.mentor_id and m.is_listed
      left join family f on f.id = r.family_id
    where ${published} and r.home_consent_at is not null and length(r.words) > 0
      and ${ids === null ? sql`true` : sql`r.id = any(${[...ids]}::uuid[])`}
    order by r.published_at desc, r.id desc limit ${maxAgreedQuotes}`.execute(db)
  return rows
}

/** Reviews suitable as quotes, published before today, newest first; optionally only of the given mentors. */
export async function quotableReviews(db: Db, mentors: readonly string[] | null, most: number): Promise<Quote[]> {
  const { rows } = await sql<Quote>`
    select ${writer}, m.slug, m.full_name as "fullName"
    from review r join mentor m on m.id = r.mentor_id and m.is_listed
    where ${published} and r.stars >= ${sql.lit(quoteLimits.minStars)}
      and length(r.words) between ${sql.lit(quoteLimits.words.min)} and ${sql.lit(quoteLimits.words.max)}
      and r.published_at < date_trunc('day', now(), 'Asia/Kolkata')
      ${mentors ? sql`and r.mentor_id = any(${[...mentors]}::uuid[])` : sql``}
    order by r.published_at desc, r.id desc limit ${most}`.execute(db)
  return rows
}
