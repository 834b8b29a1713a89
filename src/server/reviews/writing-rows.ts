import { sql } from 'kysely'
import { reviewLimits } from '#contract/reviews/limits.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { type PlaceMatch, refersTo, type StoredName } from '#server/reference/places/places.ts'

export type ReviewInput = { stars: number; words: string }
/** Both sides' reviews of a locked booking, and whether it has a settled lesson. */
export type BookingReviews = {
  hasClass: boolean
  review: (ReviewInput & { isPublished: boolean }) | null
  familyReview: (ReviewInput & { isShown: boolean }) | null
}

export async function reviewsOfBooking(tx: Transaction, bookingId: string): Promise<BookingReviews> {
  const { rows } = await sql<BookingReviews>`
    select exists (select from lesson where booking_id = ${bookingId} and state = 'settled') as "hasClass",
      (select jsonb_build_object('stars', stars, 'words', words, 'isPublished', published_at is not null)
        from review where booking_id = ${bookingId}) as review,
      (select jsonb_build_object('stars', stars, 'words', words, 'isShown', shown_at is not null)
        from family_review where booking_id = ${bookingId}) as "familyReview"`.execute(tx)
  if (!rows[0]) throw new Error('reviews of a booking returned no row')
  return rows[0]
}

/** Stores only public facts about the author: relation, class and area. */
export async function upsertReview(
  tx: Transaction,
  booking: { id: string; familyId: string; mentorId: string },
  { stars, words, writer, grade }: ReviewInput & { writer: 'parent' | 'student'; grade: string | null },
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

/** @returns whether the family has a review of this booking */
export async function updateQuoteConsent(
  tx: Transaction,
  of: { bookingId: string; familyId: string; agreed: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update review set home_consent_at = case when ${of.agreed} then coalesce(home_consent_at, now()) end
    where booking_id = ${of.bookingId} and family_id = ${of.familyId} returning id`.execute(tx)
  return rows.length > 0
}

export const upsertFamilyReview = (tx: Transaction, bookingId: string, { stars, words }: ReviewInput) =>
  sql`insert into family_review (booking_id, stars, words) values (${bookingId}, ${stars}, ${words})
    on conflict (booking_id) do update set stars = excluded.stars, words = excluded.words`.execute(tx)

/** Publishes pending reviews. `greatest` because now() is the start of the transaction, which may precede the other side's write. */
export async function setPublished(tx: Transaction, bookingId: string) {
  const reviews = await sql<{ id: string; stars: number | null }>`
    update review set published_at = greatest(now(), written_at) where booking_id = ${bookingId} and published_at is null
    returning id, case when hidden_at is null then stars end as stars`.execute(tx)
  const words = await sql`
    update family_review set shown_at = greatest(now(), written_at) where booking_id = ${bookingId} and shown_at is null returning 1`.execute(
    tx,
  )
  return { review: reviews.rows[0] ?? null, hasFamilyReview: words.rows.length > 0 }
}

/** Bookings with a review by one side only, older than the waiting period. */
export async function bookingsDue(db: Db, limit: number): Promise<string[]> {
  const due = sql`now() - make_interval(days => ${reviewLimits.blindDays})`
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from review where published_at is null and booking_id is not null and written_at <= ${due}
    union select booking_id from family_review where shown_at is null and written_at <= ${due} limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** A locked review with its parties. The booking is not locked, because nothing in it changes. */
export type LockedReview = {
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

export async function lockReview(tx: Transaction, id: string): Promise<LockedReview | null> {
  const { rows } = await sql<LockedReview>`
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

/** Class of the learner, from the order or the learner. */
export async function gradeOfBooking(tx: Transaction, bookingId: string): Promise<string | null> {
  const { rows } = await sql<{ grade: string | null }>`
    select coalesce(b.grade, p.grade) as grade from booking b join learner p on p.id = b.learner_id where b.id = ${bookingId}`.execute(
    tx,
  )
  return rows[0]?.grade ?? null
}

/** Location columns of reviews `r`. */
export const reviewLocation = { state: null, city: sql`r.city`, area: sql`r.area` }

/** Renames a place in reviews. @returns the number of rows */
export async function renamePlace(tx: Transaction, from: PlaceMatch, newName: StoredName): Promise<number> {
  const { city, area } = newName
  const reviews = await sql`
    update review r set city = coalesce(${city}::text, r.city), area = coalesce(${area}::text, r.area)
    where ${refersTo(from, newName, reviewLocation)}`.execute(tx)
  return Number(reviews.numAffectedRows ?? 0)
}
