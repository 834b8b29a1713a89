import { sql } from 'kysely'
import type { Db, Transaction } from '#server/platform/database.ts'
import type { Remaining, TaxYear } from './decision.ts'

export type YearRow = TaxYear & { year: number }

/** Locks the current financial year of a mentor by the database's clock, and returns its sums. */
export async function lockCurrentYear(tx: Transaction, mentorId: string): Promise<YearRow> {
  await sql`insert into tax_year (mentor_id, year) values (${mentorId}, financial_year(now())) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<YearRow>`
    select year, gross_paise as "grossPaise", nominal_paise as "nominalPaise", tds_paise as "tdsPaise" from tax_year
    where mentor_id = ${mentorId} and year = financial_year(now()) for update`.execute(tx)
  if (!rows[0]) throw new Error('a financial year was inserted and not found')
  return rows[0]
}

/** Locks all financial years of a mentor. */
export const lockTaxYears = (tx: Transaction, mentorId: string) =>
  tx.selectFrom('tax_year').select('year').where('mentor_id', '=', mentorId).orderBy('year').forUpdate().execute()

/** Sums of the current financial year, without a lock. */
export const currentYearRow = (mentorId: string) => sql<YearRow>`
    select n.year, coalesce(t.gross_paise, 0)::int8 as "grossPaise", coalesce(t.nominal_paise, 0)::int8 as "nominalPaise", coalesce(t.tds_paise, 0)::int8 as "tdsPaise"
    from (select financial_year(now()) as year) n left join tax_year t on t.mentor_id = ${mentorId} and t.year = n.year`

export async function currentYear(db: Db, mentorId: string): Promise<YearRow> {
  const { rows } = await currentYearRow(mentorId).execute(db)
  if (!rows[0]) throw new Error('the current financial year was not found')
  return rows[0]
}

/** Taxes of a lesson after all corrections. */
export async function taxesOfLesson(tx: Transaction, lessonId: string) {
  const { rows } = await sql<{ tds: number; tcs: number }>`
    select coalesce(sum(tds_paise), 0)::int8 as tds, coalesce(sum(tcs_paise), 0)::int8 as tcs from tax_entry where lesson_id = ${lessonId}`.execute(
    tx,
  )
  return rows[0] ?? { tds: 0, tcs: 0 }
}

export type FeeRow = Remaining & { id: string; year: number; isYearOver: boolean; hasPan: boolean }

/** Locks the financial years of a lesson's fees. @returns what is left of each fee, newest first */
export async function lockFeesOf(tx: Transaction, mentorId: string, lessonId: string): Promise<FeeRow[]> {
  await sql`select year from tax_year where mentor_id = ${mentorId} and year in (select year from tax_entry where lesson_id = ${lessonId})
    order by year for update`.execute(tx)
  const { rows } = await sql<FeeRow>`
    select e.id, e.year, e.year < financial_year(now()) as "isYearOver", e.has_pan as "hasPan", s.gross as "grossPaise", s.nominal as "nominalPaise", s.tds as "tdsPaise", s.tcs as "tcsPaise"
    from tax_entry e cross join lateral (select (e.gross_paise + coalesce(sum(r.gross_paise), 0))::int8 as gross,
        (e.nominal_paise + coalesce(sum(r.nominal_paise), 0))::int8 as nominal, (e.tds_paise + coalesce(sum(r.tds_paise), 0))::int8 as tds,
        (e.tcs_paise + coalesce(sum(r.tcs_paise), 0))::int8 as tcs
      from tax_entry r where r.reverses = e.id) s
    where e.lesson_id = ${lessonId} and e.reverses is null and s.gross > 0 order by e.at desc, e.id desc`.execute(tx)
  return rows
}

export type NewEntry = Remaining & {
  kind: 'class' | 'cancellation' | 'reversal'
  year: number
  reverses: string | null
  commissionPaise: number
  gstPaise: number
  hasPan: boolean
}
type EntrySource = { mentorId: string; lessonId: string; journal: 'lesson' | 'correction'; subjectId: string }

/** Writes what a journal took, and adds it to the sums of its year. */
export async function insertEntry(tx: Transaction, source: EntrySource, entry: NewEntry): Promise<void> {
  const { mentorId, lessonId, journal, subjectId } = source
  const { kind, year, reverses, grossPaise, commissionPaise, gstPaise, nominalPaise, tdsPaise, tcsPaise, hasPan } =
    entry
  await tx
    .insertInto('tax_entry')
    .values({
      mentor_id: mentorId,
      kind,
      year,
      lesson_id: lessonId,
      reverses,
      journal_kind: journal,
      subject_id: subjectId,
      gross_paise: grossPaise,
      commission_paise: commissionPaise,
      gst_paise: gstPaise,
      nominal_paise: nominalPaise,
      tds_paise: tdsPaise,
      tcs_paise: tcsPaise,
      has_pan: hasPan,
    })
    .execute()
  await sql`update tax_year set gross_paise = gross_paise + ${grossPaise}::int8, nominal_paise = nominal_paise + ${nominalPaise}::int8, tds_paise = tds_paise + ${tdsPaise}::int8
    where mentor_id = ${mentorId} and year = ${year}`.execute(tx)
}
