import { type Kysely, sql } from 'kysely'
import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DB } from '#server/platform/schema.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { earningEntries } from './queries.ts'

type Db = Kysely<DB>

const daysInChunk = 7
const chunks = 5

async function countsOf(db: Db, mentorId: string) {
  const { rows } = await sql<{
    activeStudents: number
    upcoming: number
    rating: number | null
    ratingCount: number
    hasPayoutAccount: boolean
  }>`
    select (select count(distinct learner_id)::int from booking where mentor_id = m.id and status in ('pending_schedule', 'scheduled')) as "activeStudents",
      (select count(*)::int from booking b join lesson l on l.booking_id = b.id
        where b.mentor_id = m.id and b.status = 'scheduled' and l.state = 'scheduled' and l.ends_at > now()) as upcoming,
      rating::float8 as rating, rating_count as "ratingCount",
      exists (select from payout_account where mentor_id = m.id) as "hasPayoutAccount"
    from mentor m where id = ${mentorId}`.execute(db)
  return rows[0]
}

/** Paise by week of the month, starting at 0; null for earlier months. */
async function earnedByChunk(db: Db, mentorId: string, since: Date) {
  const day = sql`extract(day from j.at at time zone 'Asia/Kolkata')::int`
  const { rows } = await sql<{ chunk: number | null; paise: number }>`
    select case when j.at >= ${since} then (${day} - 1) / ${sql.lit(daysInChunk)} end as chunk, sum(-e.amount_paise)::int8 as paise
    from ${earningEntries} where a.owner_id = ${mentorId} group by 1`.execute(db)
  return rows
}

/** The viewer's figures as of now. */
export async function summaryFor(db: Db, viewer: Viewer, now = new Date()): Promise<MentorSummary> {
  const { mentorId } = viewer
  if (!mentorId) throw new AppError('not-found')
  const today = dateInIndia(now)
  const month = today.slice(0, 7)
  const since = instantInIndia(`${month}-01`, '00:00')
  const [counts, sums] = await Promise.all([countsOf(db, mentorId), earnedByChunk(db, mentorId, since)])
  if (!counts) throw new AppError('not-found')
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const paiseOf = (chunk: number) => sums.find((one) => one.chunk === chunk)?.paise ?? 0
  const all = Array.from({ length: chunks }, (_, chunk) => ({
    from: chunk * daysInChunk + 1,
    to: Math.min((chunk + 1) * daysInChunk, lastDay),
    earned: rupees(paiseOf(chunk)),
  }))
  const sum = (of: readonly { paise: number }[]) => rupees(of.reduce((total, { paise }) => total + paise, 0))
  return {
    ...counts,
    earned: sum(sums),
    month,
    monthEarned: sum(sums.filter(({ chunk }) => chunk !== null)),
    weeks: all.filter(({ from }) => from <= Number(today.slice(8))),
  }
}
