import { sql } from 'kysely'
import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia, instantInIndia } from '#contract/wire/time.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { type Reads, type Rows, readTogether } from '#server/platform/json-rows.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { earningEntries } from './owed-entries.ts'

const daysInChunk = 7
const chunks = 5

type SummaryRows = {
  counts: {
    activeStudents: number
    upcoming: number
    rating: number | null
    ratingCount: number
    hasPayoutAccount: boolean
  }
  /** Paise by week of the month, starting at 0; null for earlier months. */
  sums: { chunk: number | null; paise: number }
}

const countsOf = (mentorId: string) => sql<SummaryRows['counts']>`
    select (select count(distinct learner_id)::int from booking where mentor_id = m.id and status in ('pending_schedule', 'scheduled')) as "activeStudents",
      (select count(*)::int from booking b join lesson l on l.booking_id = b.id
        where b.mentor_id = m.id and b.status = 'scheduled' and l.state = 'scheduled' and l.ends_at > now()) as upcoming,
      rating::float8 as rating, rating_count as "ratingCount",
      exists (select from payout_account where mentor_id = m.id) as "hasPayoutAccount"
    from mentor m where id = ${mentorId}`

function earnedByChunk(mentorId: string, since: Date) {
  const day = sql`extract(day from j.at at time zone 'Asia/Kolkata')::int`
  return sql<SummaryRows['sums']>`
    select case when j.at >= ${since}::timestamptz then (${day} - 1) / ${sql.lit(daysInChunk)} end as chunk, sum(-e.amount_paise)::int8 as paise
    from ${earningEntries} where a.owner_id = ${mentorId} group by 1`
}

const monthOf = (now: Date) => dateInIndia(now).slice(0, 7)

/** A mentor's figures and earnings. */
export const summaryReads = (mentorId: string, now: Date): Reads<SummaryRows> => ({
  counts: { query: countsOf(mentorId), times: {} },
  sums: { query: earnedByChunk(mentorId, instantInIndia(`${monthOf(now)}-01`, '00:00')), times: {} },
})

/** The viewer's figures as of now. */
export async function summaryFor(db: Db, viewer: Viewer, now = new Date()): Promise<MentorSummary> {
  return toSummary(await readTogether(db, summaryReads(orNotFound(viewer.mentorId), now)), now)
}

/** What `summaryReads` found at the same time. @throws AppError if there is no such mentor */
export function toSummary({ counts: [counts], sums }: Rows<SummaryRows>, now: Date): MentorSummary {
  const today = dateInIndia(now)
  const month = monthOf(now)
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
