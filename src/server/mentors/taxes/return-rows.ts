import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockTaxYears } from './entry-rows.ts'

/**
 * What each fee taxed at the flat rates bore too much, by facts that are accepted. The backfill booked every reversal on the
 * first fee of its lesson, so a fee returns no more than the lesson's journals still withhold.
 */
const owedFees = (limitPaise: number, mentorId: string | null): RawBuilder<unknown> => {
  const notMore = (tax: 'tds' | 'tcs') => {
    const left = sql.ref(`fee.${tax}`)
    return sql`greatest(0, least(${left}, sum(${left}) over lesson - coalesce(sum(greatest(0, ${left})) over earlier, 0)))`
  }
  return sql`(select fee.id, fee.mentor_id, fee.year, fee.at,
      (case when t.holder in ('individual', 'huf') and t.is_resident and y.gross_paise <= ${limitPaise} then ${notMore('tds')} else 0 end)::int8 as tds,
      (case when t.gst_state is null then ${notMore('tcs')} else 0 end)::int8 as tcs
    from (select e.id, e.mentor_id, e.lesson_id, e.year, e.at, e.tds_paise + coalesce(sum(r.tds_paise), 0) as tds, e.tcs_paise + coalesce(sum(r.tcs_paise), 0) as tcs
        from tax_entry e left join tax_entry r on r.reverses = e.id
        where e.is_flat and e.reverses is null and (${mentorId}::uuid is null or e.mentor_id = ${mentorId}) group by e.id) fee
      cross join lateral (select holder, is_resident, gst_state, status from mentor_tax where mentor_id = fee.mentor_id order by id desc limit 1) t
      join tax_year y on y.mentor_id = fee.mentor_id and y.year = fee.year
    where t.status = 'given'
    window lesson as (partition by fee.lesson_id),
      earlier as (partition by fee.lesson_id order by fee.at, fee.id rows between unbounded preceding and 1 preceding)) owed`
}

/** Mentors who are owed flat taxes. */
export async function mentorsOwed(db: Db, limitPaise: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct mentor_id as id from ${owedFees(limitPaise, null)} where tds > 0 or tcs > 0 order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export type Owed = { entryId: string; year: number; tds: number; tcs: number }

/** Locks a mentor's financial years. @returns what each flat fee bore too much */
export async function lockOwed(tx: Transaction, mentorId: string, limitPaise: number): Promise<Owed[]> {
  await lockTaxYears(tx, mentorId)
  const { rows } = await sql<Owed>`
    select id as "entryId", year, tds, tcs from ${owedFees(limitPaise, mentorId)} where tds > 0 or tcs > 0 order by at, id`.execute(
    tx,
  )
  return rows
}

export async function insertReturn(
  tx: Transaction,
  mentorId: string,
  { tds, tcs }: { tds: number; tcs: number },
): Promise<string> {
  const { id } = await tx
    .insertInto('tax_return')
    .values({ mentor_id: mentorId, tds_paise: tds, tcs_paise: tcs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records the returned taxes beside their fees, and in the sums of their years. */
export async function insertReturned(tx: Transaction, mentorId: string, id: string, owed: readonly Owed[]) {
  await sql`
    insert into tax_entry (mentor_id, kind, year, reverses, journal_kind, subject_id, gross_paise, commission_paise, gst_paise, nominal_paise, tds_paise, tcs_paise, has_pan)
    select ${mentorId}, 'return', o.year, o."entryId", 'tax_return', ${id}, 0, 0, 0, 0, -o.tds, -o.tcs, true
    from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as o("entryId" uuid, year smallint, tds int8, tcs int8)`.execute(
    tx,
  )
  await sql`
    update tax_year y set tds_paise = y.tds_paise - s.tds
    from (select o.year, sum(o.tds)::int8 as tds from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb) as o(year smallint, tds int8) group by 1) s
    where y.mentor_id = ${mentorId} and y.year = s.year`.execute(tx)
}
