import { sql } from 'kysely'
import type { Keys } from '#server/config.ts'
import { sealTaxIds } from '#server/mentors/taxes/sealed-ids.ts'
import type { Transaction } from '#server/platform/database.ts'

/** Gives the mentors of these families a PAN, as resident individuals, and records what the families' fees bore: no TDS and no TCS. */
export async function writeTaxes(tx: Transaction, keys: Keys, families: readonly string[]): Promise<void> {
  const ours = sql`b.family_id = any(${families}::uuid[])`
  const { rows: mentors } = await sql<{ id: string; name: string }>`
    select m.id, m.full_name as name from mentor m where exists (select from booking b where b.mentor_id = m.id and ${ours})
      and not exists (select from mentor_tax where mentor_id = m.id) order by m.number`.execute(tx)
  const facts = mentors.map(({ id, name }, i) => {
    const surname = name.trim().split(' ').at(-1)?.charAt(0).toUpperCase() ?? 'K'
    const pan = `AAAP${surname}${String(1000 + i)}D`
    return {
      id,
      sealed: sealTaxIds(keys, id, { pan, gstin: '' }).toString('hex'),
      hint: `••••••${pan.slice(-4)}`,
    }
  })
  await sql`insert into mentor_tax (mentor_id, sealed, pan_hint, holder, is_resident, status)
    select id, decode(sealed, 'hex'), hint, 'individual', true, 'given' from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f(id uuid, sealed text, hint text)`.execute(
    tx,
  )
  await sql`
    insert into tax_entry (mentor_id, kind, year, at, lesson_id, journal_kind, subject_id, gross_paise, commission_paise, gst_paise, nominal_paise, tds_paise, tcs_paise, has_pan)
    select b.mentor_id, case l.status when 'held' then 'class' else 'cancellation' end, financial_year(j.at), j.at, l.id, j.kind, j.subject_id,
      s.gross, s.commission, s.gst, round(s.gross * 0.001), 0, 0, true
    from journal j join lesson l on l.id = j.subject_id join booking b on b.id = l.booking_id
      cross join lateral (select -sum(e.amount_paise) as gross, coalesce(-sum(e.amount_paise) filter (where a.kind = 'commission'), 0) as commission,
          coalesce(-sum(e.amount_paise) filter (where a.kind = 'gst'), 0) as gst
        from ledger_entry e join ledger_account a on a.id = e.account_id
        where e.journal_id = j.id and a.kind in ('mentor_payable', 'commission', 'gst')) s
    where j.kind = 'lesson' and ${ours} order by j.at`.execute(tx)
  await sql`insert into tax_year (mentor_id, year, gross_paise, nominal_paise, tds_paise)
    select e.mentor_id, e.year, sum(e.gross_paise), sum(e.nominal_paise), 0
      from tax_entry e join lesson l on l.id = e.lesson_id join booking b on b.id = l.booking_id where ${ours} group by 1, 2
    on conflict (mentor_id, year) do update
      set gross_paise = tax_year.gross_paise + excluded.gross_paise, nominal_paise = tax_year.nominal_paise + excluded.nominal_paise`.execute(
    tx,
  )
}
