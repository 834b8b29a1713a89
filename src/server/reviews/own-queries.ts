import { type Kysely, sql } from 'kysely'
import type { Plan } from '#contract/classes/plans.ts'
import { type ClassMode, type Grade, grades, type Subject, subjectName } from '#contract/reference/catalogue.ts'
import { reviewLimits } from '#contract/reviews/limits.ts'
import type { ReceivedReview, ReviewedBooking } from '#contract/reviews/own-reviews.ts'
import { firstName } from '#contract/wire/names.ts'
import type { Side } from '#server/classes/bookings/bookings.ts'
import type { DB } from '#server/platform/schema.ts'

type Db = Kysely<DB>

/** Whose list it is. */
export type Owner = { side: Side; id: string }

const askedDays = reviewLimits.askDays
/** Whoever said something of the same people so lately is not asked again. */
const quietDays = 90

type Said = { stars: number; words: string; writtenAt: string }
type Row = {
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
  saidLately: boolean
  isDemoAsked: boolean
  review:
    | (Said & {
        id: string
        mayBeQuoted: boolean
        isPublished: boolean
        isHidden: boolean
        hiddenReason: string
        isReported: boolean
      } & ReplyRow)
    | null
  word: (Said & { isShown: boolean }) | null
}
type ReplyRow = { reply: string; repliedAt: string | null; isReplyHidden: boolean }

// The database writes times inside JSON in its own way.
const isoOf = (at: string) => new Date(at).toISOString()
const saidOf = ({ stars, words, writtenAt }: Said) => ({ stars, words, writtenAt: isoOf(writtenAt) })
const replyOf = ({ reply, repliedAt, isReplyHidden }: ReplyRow) =>
  repliedAt === null ? null : { words: reply, repliedAt: isoOf(repliedAt), isHidden: isReplyHidden }

/** Bookings of a side with a class that is settled, and demos that were held, the newest first; or just one of them. */
export async function reviewedBookings(db: Db, { side, id }: Owner, bookingId: string | null): Promise<Row[]> {
  const isFamily = side === 'family'
  const mine = isFamily ? sql`b.family_id = ${id}` : sql`b.mentor_id = ${id}`
  const pair = sql`o.family_id = b.family_id and o.mentor_id = b.mentor_id and o.id <> b.id`
  const lately = isFamily
    ? sql`select from booking o join review s on s.booking_id = o.id where ${pair} and s.written_at > now() - make_interval(days => ${quietDays})`
    : sql`select from booking o join family_review s on s.booking_id = o.id where ${pair} and s.written_at > now() - make_interval(days => ${quietDays})`
  const { rows } = await sql<Row>`
    select b.id as booking, b.subject, b.plan, b.mode, b.learner_id as learner, coalesce(b.grade, p.grade) as grade, coalesce(b.student_name, p.name) as student,
      jsonb_build_object('slug', m.slug, 'fullName', m.full_name, 'profilePhoto', m.photo) as mentor,
      l.settled_at is not null as "hasClass", coalesce(l.settled_at > now() - make_interval(days => ${askedDays}), false) as "isRecent",
      exists (${lately}) as "saidLately",
      b.plan = 'demo' and coalesce(l.held_until > now() - make_interval(days => ${askedDays}), false)
        and not exists (select from demo_outcome d where d.booking_id = b.id and d.side = ${side})
        and not exists (select from booking o where ${pair} and o.plan <> 'demo' and o.id > b.id) as "isDemoAsked",
      (select jsonb_build_object('id', r.id, 'stars', r.stars, 'words', r.words, 'writtenAt', r.written_at, 'isPublished', r.published_at is not null,
          'isHidden', r.hidden_at is not null, 'mayBeQuoted', r.home_consent_at is not null, 'hiddenReason', r.hidden_reason, 'reply', r.reply, 'repliedAt', r.replied_at,
          'isReplyHidden', r.reply_hidden_at is not null, 'isReported', exists (
            select from review_report t where t.review_id = r.id and t.about = ${isFamily ? 'reply' : 'review'}))
        from review r where r.booking_id = b.id) as review,
      (select jsonb_build_object('stars', w.stars, 'words', w.words, 'writtenAt', w.written_at, 'isShown', w.shown_at is not null)
        from family_review w where w.booking_id = b.id) as word
    from booking b join mentor m on m.id = b.mentor_id join learner p on p.id = b.learner_id
      cross join lateral (select max(settled_at) as settled_at, max(ends_at) filter (where disputed_at is null) as held_until
        from lesson where booking_id = b.id and status = 'held') as l
    where ${mine} and (${bookingId}::uuid is null or b.id = ${bookingId}::uuid)
      and (l.settled_at is not null or (b.plan = 'demo' and l.held_until is not null) or exists (select from review r where r.booking_id = b.id))
    order by b.id desc limit 50`.execute(db)
  return rows
}

type State = Pick<ReviewedBooking, 'canWrite' | 'isAsked'>

/** A booking as one side may see it: what the other wrote, only once it can be read. */
export function toReviewed(row: Row, side: Side, canWrite: boolean): ReviewedBooking {
  const { booking, subject, plan, mode, learner, grade, mentor, student, isDemoAsked, review, word } = row
  const [own, isWaiting] = side === 'family' ? [review, !review?.isPublished] : [word, !word?.isShown]
  const theirs = side === 'family' ? word?.isShown && word : review?.isPublished && !review.isHidden && review
  // After a demo one question at a time, and the mentor's is the other one.
  const isFree = !isDemoAsked && (side === 'family' || plan !== 'demo')
  const state: State = { canWrite, isAsked: canWrite && !own && row.isRecent && !row.saidLately && isFree }
  const days = reviewLimits.blindDays * 86_400_000
  return {
    ...{ booking, plan, mode, learner, grade, mentor, isDemoAsked, ...state },
    subject: subjectName(subject, 'en'),
    student: side === 'mentor' && student ? firstName(student) : student,
    own: own && saidOf(own),
    mayBeQuoted: side === 'family' && review?.mayBeQuoted === true,
    publishesAt: own && isWaiting ? new Date(Date.parse(own.writtenAt) + days).toISOString() : null,
    theirs: theirs ? saidOf(theirs) : null,
    review: review?.isPublished
      ? {
          _id: review.id,
          reply: replyOf(review),
          hiddenReason: review.hiddenReason,
          isHidden: review.isHidden,
          isReported: review.isReported,
        }
      : null,
  }
}

type ReceivedRow = Said &
  ReplyRow &
  Pick<ReceivedReview, '_id' | 'writer' | 'area' | 'city' | 'canReply' | 'isHidden' | 'hiddenReason' | 'isReported'> & {
    grade: string | null
  }
const receivedMost = 6

/** A mentor's newest published reviews with what was hidden lately, or just one of them. */
export async function receivedReviews(db: Db, mentorId: string, reviewId: string | null): Promise<ReceivedReview[]> {
  const published = sql`r.mentor_id = ${mentorId} and r.published_at is not null`
  const { rows } = await sql<ReceivedRow>`
    with found as (
      (select r.id from review r where ${published} and r.hidden_at is null and ${reviewId}::uuid is null
        order by r.published_at desc, r.id desc limit ${receivedMost})
      union all select r.id from review r where ${published} and r.hidden_at > now() - make_interval(days => ${askedDays}) and ${reviewId}::uuid is null
      union all select r.id from review r where ${published} and r.id = ${reviewId}::uuid)
    select r.id as "_id", r.writer, r.grade, r.area, r.city, r.stars, r.words, r.written_at::text as "writtenAt", r.reply,
      r.replied_at::text as "repliedAt", r.reply_hidden_at is not null as "isReplyHidden", r.hidden_at is not null as "isHidden", r.hidden_reason as "hiddenReason",
      r.hidden_at is null and r.reply_hidden_at is null
        and coalesce(r.replied_at > now() - make_interval(hours => ${reviewLimits.replyHours}), true) as "canReply",
      exists (select from review_report t where t.review_id = r.id and t.about = 'review') as "isReported"
    from review r where r.id in (select id from found) order by r.published_at desc, r.id desc`.execute(db)
  return rows.map(({ grade, reply, repliedAt, isReplyHidden, ...rest }) => ({
    ...rest,
    ...saidOf(rest),
    grade: gradeOf(grade),
    reply: replyOf({ reply, repliedAt, isReplyHidden }),
  }))
}

const gradeOf = (text: string | null): Grade | null => grades.find((one) => one === text) ?? null
