import { sql } from 'kysely'
import type { Subject } from '#contract/reference/catalogue.ts'
import type { Db } from '#server/platform/database.ts'

/** A lesson that took place or was planned to. */
export type SheetRow = {
  startsAt: Date
  subject: Subject
  minutes: number
  feePaise: number
  status: 'held' | 'missed_by_mentor' | 'missed_by_family' | 'cancelled'
  settled: boolean
  disputed: boolean
  /** An admin decided how much of it is paid. */
  decided: boolean
  timeIn: string | null
  timeOut: string | null
  topic: string | null
  parentTick: boolean
  byCode: boolean
}

type Pair = { familyId: string; mentorId: string; learnerId: string }

/** Lessons of a learner with a mentor in a period, without upcoming ones and free cancellations. */
export async function lessonsBetween(db: Db, pair: Pair, from: Date, until: Date): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select l.starts_at as "startsAt", b.subject, l.minutes, l.fee_paise as "feePaise", l.status, l.settled_at is not null as settled,
      l.disputed_at is not null as disputed,
      exists (select from dispute d where d.lesson_id = l.id and d.case_id is not null and d.status = 'decided') as decided, to_char(r.time_in, 'HH24:MI') as "timeIn", to_char(r.time_out, 'HH24:MI') as "timeOut", r.topic,
      coalesce(r.parent_tick, false) as "parentTick", coalesce(r.parent_tick and r.parent_ticked_at = r.code_at, false) as "byCode"
    from booking b join lesson l on l.booking_id = b.id left join class_record r on r.lesson_id = l.id
    where b.family_id = ${pair.familyId} and b.mentor_id = ${pair.mentorId} and b.learner_id = ${pair.learnerId}
      and l.starts_at >= ${from} and l.starts_at < ${until}
      and (l.status in ('held', 'missed_by_mentor', 'missed_by_family') or l.status = 'cancelled' and l.settled_at is not null)
    order by l.starts_at, l.id`.execute(db)
  return rows
}
