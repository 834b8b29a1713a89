import { type Kysely, sql } from 'kysely'
import { quoteLimits } from '#contract/reviews/limits.ts'
import type { Review, Testimonial } from '#contract/reviews/reviews.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

const published = sql`r.published_at is not null and r.hidden_at is null`
const writer = sql`r.writer, r.grade, r.area, r.city, r.stars, r.words`

/** The place of a review in the list; the time as text, because a Date keeps milliseconds only. */
export type Position = { at: string; id: string }
type Shown = Omit<Review, 'writtenAt' | 'reply'> & { writtenAt: Date; replyWords: string; repliedAt: Date | null }
type Row = Shown & { at: string }

export const toReview = ({ replyWords, repliedAt, writtenAt, ...rest }: Shown): Review => ({
  ...rest,
  writtenAt: writtenAt.toISOString(),
  reply: repliedAt && { words: replyWords, repliedAt: repliedAt.toISOString() },
})

/** Reviews of a mentor after a place, the newest first: one more than asked for when there are more. */
export async function reviewsOf(db: Db, mentorId: string, after: Position | null, limit: number): Promise<Row[]> {
  const place = after ? sql`and (r.published_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    select r.id as "_id", ${writer}, r.lessons_held as "lessonsHeld", r.written_at as "writtenAt", r.published_at::text as at,
      r.reply as "replyWords", case when r.reply_hidden_at is null then r.replied_at end as "repliedAt"
    from review r where r.mentor_id = ${mentorId} and ${published} ${place}
    order by r.published_at desc, r.id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** How many gave each number of stars. */
export async function starsOf(db: Db, mentorId: string): Promise<{ stars: number; count: number }[]> {
  const { rows } = await sql<{ stars: number; count: number }>`
    select s.stars, count(r.stars)::int as count from generate_series(1, 5) as s(stars)
    left join review r on r.stars = s.stars and r.mentor_id = ${mentorId} and ${published} group by s.stars order by s.stars`.execute(
    db,
  )
  return rows
}

type Quote = Omit<Testimonial, 'mentor' | 'name'> & Testimonial['mentor']
export type AgreedQuote = Quote & { id: string; familyName: string | null; agreedAt: Date }
/** More than anybody chooses from. */
const agreedMost = 60

/** Published reviews of listed mentors whose families agreed to be quoted, the newest first; or only some of them. */
export async function agreedQuotes(db: Db, ids: readonly string[] | null): Promise<AgreedQuote[]> {
  const { rows } = await sql<AgreedQuote>`
    select r.id, ${writer}, m.slug, m.full_name as "fullName", f.name as "familyName", r.home_consent_at as "agreedAt"
    from review r join mentor m on m.id = r.mentor_id and m.status = 'verified' and m.show_on_website
      left join family f on f.id = r.family_id
    where ${published} and r.home_consent_at is not null and length(r.words) > 0
      and ${ids === null ? sql`true` : sql`r.id = any(${[...ids]}::uuid[])`}
    order by r.published_at desc, r.id desc limit ${agreedMost}`.execute(db)
  return rows
}

/** Reviews worth quoting that were published before today, the newest first. */
export async function quotable(db: Db, most: number): Promise<Quote[]> {
  const { rows } = await sql<Quote>`
    select ${writer}, m.slug, m.full_name as "fullName"
    from review r join mentor m on m.id = r.mentor_id and m.status = 'verified' and m.show_on_website
    where ${published} and r.stars >= ${sql.lit(quoteLimits.minStars)}
      and length(r.words) between ${sql.lit(quoteLimits.words.min)} and ${sql.lit(quoteLimits.words.max)}
      and r.published_at < date_trunc('day', now(), 'Asia/Kolkata')
    order by r.published_at desc, r.id desc limit ${most}`.execute(db)
  return rows
}
