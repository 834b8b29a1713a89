import { type Kysely, sql } from 'kysely'
import { reviewLimits } from '#contract/reviews/limits.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { type Goal, isNamed, type Named } from '#server/reference/places/places.ts'

type Db = Kysely<DB>

export type Said = { stars: number; words: string }
/** What both sides of a locked booking wrote so far, and whether a class of it is settled. */
export type Written = {
  hasClass: boolean
  review: (Said & { isPublished: boolean }) | null
  word: (Said & { isShown: boolean }) | null
}

export async function writtenOf(tx: Transaction, bookingId: string): Promise<Written> {
  const { rows } = await sql<Written>`
    select exists (select from lesson where booking_id = ${bookingId} and state = 'settled') as "hasClass",
      (select jsonb_build_object('stars', stars, 'words', words, 'isPublished', published_at is not null)
        from review where booking_id = ${bookingId}) as review,
      (select jsonb_build_object('stars', stars, 'words', words, 'isShown', shown_at is not null)
        from family_review where booking_id = ${bookingId}) as word`.execute(tx)
  if (!rows[0]) throw new Error('what was written gave no row')
  return rows[0]
}

/** What others may know of who writes: a kind of person, the class and the part of town. */
export async function putReview(
  tx: Transaction,
  booking: { id: string; familyId: string; mentorId: string },
  { stars, words, writer, grade }: Said & { writer: 'parent' | 'student'; grade: string | null },
): Promise<void> {
  await sql`
    insert into review (mentor_id, booking_id, family_id, writer, grade, area, city, stars, words, lessons_held)
    select ${booking.mentorId}, ${booking.id}, f.id, ${writer}, ${grade}, coalesce(f.area, ''), coalesce(f.city, ''), ${stars}, ${words},
      (select count(*) from lesson l join booking b on b.id = l.booking_id
        where b.family_id = f.id and b.mentor_id = ${booking.mentorId} and l.status = 'held' and l.settled_at is not null)
    from family f where f.id = ${booking.familyId}
    on conflict (booking_id) do update set stars = excluded.stars, words = excluded.words, lessons_held = excluded.lessons_held`.execute(
    tx,
  )
}

/** Whether this family wrote a review of this booking. */
export async function putConsent(
  tx: Transaction,
  of: { bookingId: string; familyId: string; agreed: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update review set home_consent_at = case when ${of.agreed} then coalesce(home_consent_at, now()) end
    where booking_id = ${of.bookingId} and family_id = ${of.familyId} returning id`.execute(tx)
  return rows.length > 0
}

export const putWord = (tx: Transaction, bookingId: string, { stars, words }: Said) =>
  sql`insert into family_review (booking_id, stars, words) values (${bookingId}, ${stars}, ${words})
    on conflict (booking_id) do update set stars = excluded.stars, words = excluded.words`.execute(tx)

/** Shows to the other side what waits. The clock of who waited for a lock may be behind the one of who wrote. */
export async function setPublished(tx: Transaction, bookingId: string) {
  const reviews = await sql<{ id: string; stars: number | null }>`
    update review set published_at = greatest(now(), written_at) where booking_id = ${bookingId} and published_at is null
    returning id, case when hidden_at is null then stars end as stars`.execute(tx)
  const words = await sql`
    update family_review set shown_at = greatest(now(), written_at) where booking_id = ${bookingId} and shown_at is null returning 1`.execute(
    tx,
  )
  return { review: reviews.rows[0] ?? null, hasWord: words.rows.length > 0 }
}

/** Bookings of which one side alone wrote, so long ago that it need not wait any more. */
export async function bookingsDue(db: Db, limit: number): Promise<string[]> {
  const due = sql`now() - make_interval(days => ${reviewLimits.blindDays})`
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from review where published_at is null and booking_id is not null and written_at <= ${due}
    union select booking_id from family_review where shown_at is null and written_at <= ${due} limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** A review under lock, with whom it concerns; its booking is locked by nobody, because nothing of it moves. */
export type Locked = {
  id: string
  mentorId: string
  familyId: string | null
  bookingId: string | null
  stars: number
  reply: string
  repliedAt: Date | null
  isReplyLate: boolean
  isReplyHidden: boolean
  writtenAt: Date
  isPublished: boolean
  isHidden: boolean
  hiddenReason: string
  mentorName: string
  mentorAccount: string
  familyAccount: string | null
  familyName: string | null
}

export async function lockReview(tx: Transaction, id: string): Promise<Locked | null> {
  const { rows } = await sql<Locked>`
    select r.id, r.mentor_id as "mentorId", r.family_id as "familyId", r.booking_id as "bookingId", r.stars, r.reply, r.replied_at as "repliedAt",
      coalesce(r.replied_at <= now() - make_interval(hours => ${reviewLimits.replyHours}), false) as "isReplyLate",
      r.reply_hidden_at is not null as "isReplyHidden", r.written_at as "writtenAt", r.published_at is not null as "isPublished",
      r.hidden_at is not null as "isHidden", r.hidden_reason as "hiddenReason", m.full_name as "mentorName", m.account_id as "mentorAccount",
      f.account_id as "familyAccount", f.name as "familyName"
    from review r join mentor m on m.id = r.mentor_id left join family f on f.id = r.family_id where r.id = ${id} for update of r`.execute(
    tx,
  )
  return rows[0] ?? null
}

export const setReply = (tx: Transaction, id: string, words: string) =>
  sql`update review set reply = ${words}, replied_at = coalesce(replied_at, greatest(now(), published_at)) where id = ${id}`.execute(
    tx,
  )

/** What the learner of a booking is in, as the order said or the learner's row does. */
export async function gradeOf(tx: Transaction, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ grade: string | null }>`
    select coalesce(b.grade, p.grade) as grade from booking b join learner p on p.id = b.learner_id where b.id = ${bookingId}`.execute(
    tx,
  )
  return rows[0]?.grade ?? null
}

/** How reviews `r` name a place. */
export const reviewPlace = { state: null, city: sql`r.city`, area: sql`r.area` }

/** Renames a place of reviews. @returns how many */
export async function renamePlace(tx: Transaction, from: Named, goal: Goal): Promise<number> {
  const { city, area } = goal
  const reviews = await sql`
    update review r set city = coalesce(${city}::text, r.city), area = coalesce(${area}::text, r.area)
    where ${isNamed(from, goal, reviewPlace)}`.execute(tx)
  return Number(reviews.numAffectedRows ?? 0)
}
