import { sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import { type ClassMode, type Grade, grades, type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { reviewLimits } from '#contract/reviews/limits.ts'
import type { ReceivedReview, ReviewedBooking } from '#contract/reviews/own-reviews.ts'
import { firstName } from '#contract/wire/names.ts'
import { learnersOfFamily, type Side } from '#server/classes/bookings/bookings.ts'
import type { Db } from '#server/platform/database.ts'
import { jsonRows } from '#server/platform/json-rows.ts'
import type { BookingReviews } from './writing-rows.ts'

export type Owner = { side: Side; id: string }

const promptDays = reviewLimits.askDays
/** Days without a prompt after a review of the same family and mentor. */
const quietDays = 90

type WrittenReview = { stars: number; words: string; writtenAt: string }
export type Row = {
  booking: string
  subject: Subject
  plan: Plan
  mode: ClassMode
  learner: string
  grade: string | null
  mentor: ReviewedBooking['mentor']
  student: string | null
  hasClass: boolean
  isRecent: boolean
  isRecentlyReviewed: boolean
  isDemoAsked: boolean
  review:
    | (WrittenReview & {
        id: string
        mayBeQuoted: boolean
        isPublished: boolean
        isHidden: boolean
        hiddenReason: string
        isReported: boolean
      } & ReplyRow)
    | null
  familyReview: (WrittenReview & { isShown: boolean }) | null
}
type ReplyRow = { reply: string; repliedAt: string | null; isReplyHidden: boolean }

// PostgreSQL formats times inside JSON differently.
const toIso = (at: string) => new Date(at).toISOString()
const toWritten = ({ stars, words, writtenAt }: WrittenReview) => ({ stars, words, writtenAt: toIso(writtenAt) })
const toReply = ({ reply, repliedAt, isReplyHidden }: ReplyRow) =>
  repliedAt === null ? null : { words: reply, repliedAt: toIso(repliedAt), isHidden: isReplyHidden }

/** One side's bookings with a settled lesson or a held demo, newest first; or only the given one. */
export async function reviewedBookings(db: Db, owner: Owner, bookingId: string | null): Promise<Row[]> {
  const which = sql`(${bookingId}::uuid is null or b.id = ${bookingId}::uuid)`
  const { rows } = await reviewed(owner, which).execute(db)
  return rows
}

/** Ids of a family's bookings that may have a prompt: with a lesson settled lately, or held and not settled. */
export const recentlyTaught = (familyId: string) => sql`
  select l.booking_id from lesson l where l.learner_id in ${learnersOfFamily(familyId)} and l.status = 'held'
    and l.settled_at > now() - make_interval(days => ${promptDays})
  union select l.booking_id from lesson l where l.learner_id in ${learnersOfFamily(familyId)} and l.state = 'held'`

/** One side's bookings with prompts, and a few without, as a value of a statement. */
export const promptedBookings = (owner: Owner) =>
  jsonRows(reviewed(owner, owner.side === 'family' ? sql`b.id in (${recentlyTaught(owner.id)})` : sql`true`))

function reviewed({ side, id }: Owner, which: ReturnType<typeof sql>) {
  const isFamily = side === 'family'
  const mine = isFamily ? sql`b.family_id = ${id}` : sql`b.mentor_id = ${id}`
  const pair = sql`o.family_id = b.family_id and o.mentor_id = b.mentor_id and o.id <> b.id`
  const recentReview = isFamily
    ? sql`select from review s where s.family_id = b.family_id and s.mentor_id = b.mentor_id and s.booking_id <> b.id
        and s.written_at > now() - make_interval(days => ${quietDays})`
    : sql`select from booking o join family_review s on s.booking_id = o.id where ${pair} and s.written_at > now() - make_interval(days => ${quietDays})`
  return sql<Row>`
    select b.id as booking, b.subject, b.plan, b.mode, b.learner_id as learner, coalesce(b.grade, p.grade) as grade, coalesce(b.student_name, p.name) as student,
      jsonb_build_object('slug', m.slug, 'fullName', m.full_name, 'profilePhoto', m.photo) as mentor,
      l.settled_at is not null as "hasClass", coalesce(l.settled_at > now() - make_interval(days => ${promptDays}), false) as "isRecent",
      exists (${recentReview}) as "isRecentlyReviewed",
      b.plan = 'demo' and coalesce(l.held_until > now() - make_interval(days => ${promptDays}), false)
        and not exists (select from demo_outcome d where d.booking_id = b.id and d.side = ${side})
        and not exists (select from booking o where ${pair} and o.plan <> 'demo' and o.id > b.id) as "isDemoAsked",
      (select jsonb_build_object('id', r.id, 'stars', r.stars, 'words', r.words, 'writtenAt', r.written_at, 'isPublished', r.published_at is not null,
          'isHidden', r.hidden_at is not null, 'mayBeQuoted', r.home_consent_at is not null, 'hiddenReason', r.hidden_reason, 'reply', r.reply, 'repliedAt', r.replied_at,
          'isReplyHidden', r.reply_hidden_at is not null, 'isReported', exists (
            select from review_report t where t.review_id = r.id and t.about = ${isFamily ? 'reply' : 'review'}))
        from review r where r.booking_id = b.id) as review,
      (select jsonb_build_object('stars', w.stars, 'words', w.words, 'writtenAt', w.written_at, 'isShown', w.shown_at is not null)
        from family_review w where w.booking_id = b.id) as "familyReview"
    from booking b join mentor m on m.id = b.mentor_id join learner p on p.id = b.learner_id
      cross join lateral (select max(settled_at) as settled_at, max(ends_at) filter (where disputed_at is null) as held_until
        from lesson where booking_id = b.id and status = 'held') as l
    where ${mine} and ${which}
      and (l.settled_at is not null or (b.plan = 'demo' and l.held_until is not null) or exists (select from review r where r.booking_id = b.id))
    order by b.id desc limit 50`
}

/** A mentor who has read the family's review can only reply in public. */
export function canWriteReview(side: Side, { hasClass, review, familyReview }: BookingReviews): boolean {
  if (!hasClass || review?.isPublished) return false
  return side === 'family' || !familyReview?.isShown
}

type State = Pick<ReviewedBooking, 'canWrite' | 'isAsked'>

/** A booking for one side: the other's review only once it is visible. */
export function toReviewedBooking(row: Row, side: Side, canWrite: boolean): ReviewedBooking {
  const { booking, subject, plan, mode, learner, grade, mentor, student, isDemoAsked, review, familyReview } = row
  const [own, isWaiting] = side === 'family' ? [review, !review?.isPublished] : [familyReview, !familyReview?.isShown]
  const theirs =
    side === 'family' ? familyReview?.isShown && familyReview : review?.isPublished && !review.isHidden && review
  // One question at a time after a demo; mentors are only asked for the outcome.
  const isFree = !isDemoAsked && (side === 'family' || plan !== 'demo')
  const state: State = { canWrite, isAsked: canWrite && !own && row.isRecent && !row.isRecentlyReviewed && isFree }
  const days = reviewLimits.blindDays * 86_400_000
  return {
    booking,
    plan,
    mode,
    learner,
    grade,
    mentor,
    isDemoAsked,
    ...state,
    subject: subjectName(subject, 'en'),
    student: side === 'mentor' && student ? firstName(student) : student,
    own: own && toWritten(own),
    mayBeQuoted: side === 'family' && review?.mayBeQuoted === true,
    publishesAt: own && isWaiting ? new Date(Date.parse(own.writtenAt) + days).toISOString() : null,
    theirs: theirs ? toWritten(theirs) : null,
    review: review?.isPublished
      ? {
          _id: review.id,
          reply: toReply(review),
          hiddenReason: review.hiddenReason,
          isHidden: review.isHidden,
          isReported: review.isReported,
        }
      : null,
  }
}

/** The prompts for one side among what `promptedBookings` read. */
export const toPrompts = (found: readonly Row[], side: Side): ReviewedBooking[] =>
  found
    .map((row) => toReviewedBooking(row, side, canWriteReview(side, row)))
    .filter(({ isAsked, isDemoAsked }) => isAsked || isDemoAsked)

type ReceivedRow = WrittenReview &
  ReplyRow &
  Pick<ReceivedReview, '_id' | 'writer' | 'area' | 'city' | 'canReply' | 'isHidden' | 'hiddenReason' | 'isReported'> & {
    grade: string | null
  }
const maxReceived = 6

/** The mentor's latest published reviews and recently hidden ones, or only the given one. */
export async function receivedReviews(db: Db, mentorId: string, reviewId: string | null): Promise<ReceivedReview[]> {
  const published = sql`r.mentor_id = ${mentorId} and r.published_at is not null`
  const { rows } = await sql<ReceivedRow>`
    with found as (
      (select r.id from review r where ${published} and r.hidden_at is null and ${reviewId}::uuid is null
        order by r.published_at desc, r.id desc limit ${maxReceived})
      union all select r.id from review r where ${published} and r.hidden_at > now() - make_interval(days => ${promptDays}) and ${reviewId}::uuid is null
      union all select r.id from review r where ${published} and r.id = ${reviewId}::uuid)
    select r.id as "_id", r.writer, r.grade, r.area, r.city, r.stars, r.words, r.written_at::text as "writtenAt", r.reply,
      r.replied_at::text as "repliedAt", r.reply_hidden_at is not null as "isReplyHidden", r.hidden_at is not null as "isHidden", r.hidden_reason as "hiddenReason",
      r.hidden_at is null and r.reply_hidden_at is null
        and coalesce(r.replied_at > now() - make_interval(hours => ${reviewLimits.replyHours}), true) as "canReply",
      exists (select from review_report t where t.review_id = r.id and t.about = 'review') as "isReported"
    from review r where r.id in (select id from found) order by r.published_at desc, r.id desc`.execute(db)
  return rows.map(({ grade, reply, repliedAt, isReplyHidden, ...rest }) => ({
    ...rest,
    ...toWritten(rest),
    grade: toGrade(grade),
    reply: toReply({ reply, repliedAt, isReplyHidden }),
  }))
}

const toGrade = (text: string | null): Grade | null => grades.find((one) => one === text) ?? null
