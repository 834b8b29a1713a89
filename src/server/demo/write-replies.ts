import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database.ts'
import { designMentors } from './design-mentors.ts'
import { mentorPhone } from './mentor-row.ts'

const replies = {
  hi: 'आपने खुलकर लिखा, धन्यवाद। अगली क्लास से इसका ध्यान रखूँगी।',
  en: 'Thank you for writing this. I will keep it in mind in our next classes.',
} as const

/** Replies, a report, a review of a family and demo feedback by mentors of the design, written once. */
export async function writeReplies(tx: Transaction): Promise<void> {
  const phones = designMentors.map((_, i) => mentorPhone(i))
  const ofDesign = sql`r.is_demo and r.words <> '' and a.phone = any(${phones})`
  const replied = tx.selectFrom('review').select('id').where('is_demo', '=', true).where('replied_at', 'is not', null)
  if (await replied.limit(1).executeTakeFirst()) return
  // The latest critical review of each.
  await sql`
    with chosen as (
      select distinct on (r.mentor_id) r.id from review r join mentor m on m.id = r.mentor_id join account a on a.id = m.account_id
      where ${ofDesign} and r.stars <= 4 and m.gender = 'female' order by r.mentor_id, r.published_at desc, r.id)
    update review r set reply = case when words ~ '[\u0900-\u097f]' then ${replies.hi} else ${replies.en} end,
      replied_at = least(now(), published_at + interval '20 hours') from chosen where r.id = chosen.id`.execute(tx)
  await sql`
    with chosen as (
      select r.id, r.mentor_id, m.full_name, a.phone, a.id as account_id from review r join mentor m on m.id = r.mentor_id
        join account a on a.id = m.account_id
      where ${ofDesign} and r.stars <= 3 and r.replied_at is null order by r.published_at desc, r.id limit 1),
    opened as (
      insert into support_case (kind, topic, text, name, phone, language, account_id, mentor_id, answer_by, created_at)
      select 'report', 'review', 'I do not know this family', full_name, phone, 'en', account_id, mentor_id, now() + interval '19 hours',
        now() - interval '5 hours' from chosen returning id),
    said as (
      insert into review_report (review_id, about, case_id, words, made_at)
      select chosen.id, 'review', opened.id, 'I do not know this family', now() - interval '5 hours' from chosen, opened returning review_id)
    update review set reported_at = now() - interval '5 hours' where id = (select review_id from said)`.execute(tx)
  await sql`
    insert into family_review (booking_id, stars, words, written_at, shown_at)
    select b.id, 5, 'Ananya asks good questions, and the family was ready in time.', r.written_at, r.published_at
    from booking b join review r on r.booking_id = b.id join account a on a.demo
      join mentor m on m.id = b.mentor_id and m.account_id = a.id
    where b.plan = 'demo' and m.full_name = 'Shabana Ansari'`.execute(tx)
  await sql`
    insert into demo_outcome (booking_id, side, answer, words, answered_at)
    select b.id, v.side, v.answer, v.words, b.booked_at + interval '4 days'
    from booking b join mentor m on m.id = b.mentor_id and m.demo
      cross join (values ('family', 'going_on', ''), ('mentor', 'would_take', 'Ten minutes from my home, and he wants to learn')) as v(side, answer, words)
    where b.plan = 'demo' and b.status = 'completed' and m.full_name = 'Harpreet Bhatia'`.execute(tx)
}
