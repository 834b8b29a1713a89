import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'

/** Fees taxed at the flat rates, with what is left of their taxes: `e` is the fee, `left` its taxes. */
const flatFees = sql`tax_entry e cross join lateral (select (e.tds_paise + coalesce(sum(r.tds_paise), 0))::int8 as tds, (e.tcs_paise + coalesce(sum(r.tcs_paise), 0))::int8 as tcs
  from tax_entry r where r.reverses = e.id) left_over`
const facts = sql`(select holder, is_resident, gst_state from mentor_tax where mentor_id = e.mentor_id order by id desc limit 1)`
const latest = (limitPaise: number): RawBuilder<unknown> => sql`${flatFees} left join lateral ${facts} t on true
  left join tax_year y on y.mentor_id = e.mentor_id and y.year = e.year
  cross join lateral (select case when t.holder in ('individual', 'huf') and t.is_resident and y.gross_paise <= ${limitPaise} then left_over.tds else 0 end as tds,
    case when t.gst_state is null then left_over.tcs else 0 end as tcs) back`

/** Mentors who are owed flat taxes. */
export async function mentorsOwed(db: Db, limitPaise: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.mentor_id as id from ${latest(limitPaise)} where e.is_flat and e.reverses is null and (back.tds > 0 or back.tcs > 0) order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type Owed = { entryId: string; year: number; tds: number; tcs: number }

/** Locks a mentor's financial years. @returns what each flat fee bore too much */
export async function lockOwed(tx: Transaction, mentorId: string, limitPaise: number): Promise<Owed[]> {
  await tx.selectFrom('tax_year').select('year').where('mentor_id', '=', mentorId).orderBy('year').forUpdate().execute()
  const { rows } = await sql<Owed>`
    select e.id as "entryId", e.year, back.tds, back.tcs from ${latest(limitPaise)}
    where e.mentor_id = ${mentorId} and e.is_flat and e.reverses is null and (back.tds > 0 or back.tcs > 0) order by e.at, e.id`.execute(
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
