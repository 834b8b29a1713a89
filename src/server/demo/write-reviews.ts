import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { inventReviews } from './invent-reviews.ts'
import { demoMentors } from './mentors.ts'
import { writeReplies } from './write-replies.ts'

/** Larger demos are for benchmarks; further mentors have a rating without reviews. */
const maxMentors = 1000

/** Writes the missing reviews of demo mentors, some of them by demo families. */
export async function writeReviews(tx: Transaction, total: number): Promise<void> {
  if (total > maxMentors) return
  const without = await sql<{ phone: string }>`
    select a.phone from mentor m join account a on a.id = m.account_id
    where m.demo and m.rating_count > 0 and not exists (select from review r where r.mentor_id = m.id)`.execute(tx)
  const phones = new Set(without.rows.map((row) => row.phone))
  const rows = [...demoMentors(total)].flatMap((one, i) => (phones.has(one.phone) ? inventReviews(i, one) : []))
  await sql`
    insert into review (id, mentor_id, writer, grade, area, city, stars, words, lessons_held, written_at, published_at, is_demo)
    select uuidv7(make_interval(mins => -minutes_ago)), m.id, writer, grade, r.area, r.city, stars, words, lessons_held,
      now() - make_interval(mins => minutes_ago), now() - make_interval(mins => minutes_ago), true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(phone text, writer text, grade text, area text, city text, stars int2,
      words text, lessons_held int, minutes_ago int)
    join account a using (phone) join mentor m on m.account_id = a.id
    order by minutes_ago desc`.execute(tx)
  await linkToBookings(tx)
  await addQuotedReviews(tx)
  await writeReplies(tx)
}

/** Assigns each rated demo booking a review of its mentor with as many stars, written by its family. */
async function linkToBookings(tx: Transaction): Promise<void> {
  await sql`
    with taught as (
      select b.id, b.family_id, b.mentor_id, b.rating, b.grade, f.area, f.city, count(l.id) as lessons, max(l.ends_at) + interval '3 hours' as at
      from booking b join family f on f.id = b.family_id join lesson l on l.booking_id = b.id and l.settled_at is not null
      where b.rating is not null and not exists (select from review r where r.booking_id = b.id) group by b.id, f.id),
    given as (
      select distinct on (t.id) t.*, r.id as review_id from taught t
      join review r on r.mentor_id = t.mentor_id and r.stars = t.rating and r.booking_id is null and r.is_demo order by t.id, r.words <> '', r.id)
    update review r set booking_id = g.id, family_id = g.family_id, writer = 'parent', words = '', grade = g.grade, area = coalesce(g.area, ''), city = coalesce(g.city, ''),
      lessons_held = g.lessons, written_at = g.at, published_at = g.at
    from given g where r.id = g.review_id`.execute(tx)
}

const quoted = [
  'Classes begin on time and every step is written down. Our child asks questions of its own now.',
  'क्लास समय पर शुरू होती है और हर कदम लिखवाया जाता है। अब बच्चा ख़ुद सवाल पूछता है।',
]

/** Adds two reviews with words and consent to be quoted. */
async function addQuotedReviews(tx: Transaction): Promise<void> {
  await sql`
    update review r set words = q.words, home_consent_at = r.written_at
    from (select id, row_number() over (order by stars desc, id) as place from review
      where family_id is not null and words = '' and stars >= 4 and home_consent_at is null and published_at is not null) f
      join unnest(${quoted}::text[]) with ordinality as q(words, place) on q.place = f.place
    where r.id = f.id and not exists (select from review where home_consent_at is not null)`.execute(tx)
}
