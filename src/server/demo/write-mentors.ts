import { sql } from 'kysely'
import { consentText } from '#contract/people/consent-texts.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { MentorRow } from './mentor-row.ts'
import { demoMentors } from './mentors.ts'
import { spreadPortraits } from './portraits.ts'

const batchSize = 2000

/** Writes a batch in one statement; taken phones are skipped. @returns the number added */
async function writeBatch(tx: Transaction, batch: readonly MentorRow[]): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with input as materialized (select row_number() over () as nth, * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as r(
      phone text, slug text, status text, full_name text, email text, gender text, age int2, photo text, highest_qualification text,
      specialization text, university text, graduation_year int2, qualification_display text, twelfth_stream text, twelfth_board text,
      graduation_degree text, graduation_college text, postgraduation_degree text, postgraduation_college text, experience text,
      area text, city text, state text, lat float8, lon float8, teaching_range text, available_days text[], daily_hours numeric,
      start_immediately boolean, teaching_experience text, brief text, admin_ranking int2, tier text, show_on_website boolean,
      teaches_online boolean, online_price_paise int, centre_seats int2, boards text[], languages text[], rating numeric, rating_count int,
      joined_days int, modes jsonb, offers jsonb, checks jsonb)),
    made as (
      insert into account (phone, demo, created_at) select phone, true, now() - make_interval(days => joined_days) from input order by nth
      on conflict (phone) do nothing returning id, phone),
    mentors as (
      insert into mentor (slug, account_id, status, full_name, email, gender, age, photo, document, highest_qualification, specialization,
        university, graduation_year, qualification_display, twelfth_stream, twelfth_board, graduation_degree, graduation_college,
        postgraduation_degree, postgraduation_college, experience, area, city, state, lat, lon, teaching_range, available_days,
        daily_hours, start_immediately, teaching_experience, brief, admin_ranking, tier, show_on_website, teaches_online,
        online_price_paise, centre_seats, boards, languages, rating, rating_count, demo, created_at, updated_at)
      select case when taken.slug is null then i.slug else i.slug || '-' || substr(md5(i.phone), 1, 6) end, made.id, i.status, full_name, email, gender, age, photo, coalesce(photo, '/portraits/admin.svg'), highest_qualification, specialization,
        university, graduation_year, qualification_display, twelfth_stream, twelfth_board, graduation_degree, graduation_college,
        postgraduation_degree, postgraduation_college, experience, area, city, state, lat, lon, teaching_range, available_days,
        daily_hours, start_immediately, teaching_experience, brief, admin_ranking, tier, show_on_website, teaches_online,
        online_price_paise, centre_seats, boards, languages, rating, rating_count, true, now() - make_interval(days => joined_days), now()
      from input i join made using (phone) left join (select slug from mentor) as taken on taken.slug = i.slug order by nth
      returning id, account_id),
    added as materialized (select mentors.id, modes, offers, checks from mentors join made on made.id = mentors.account_id join input using (phone)),
    mode_rows as (
      insert into mentor_mode (mentor_id, mode, monthly_price_paise)
      select a.id, m.mode, m.paise from added a, jsonb_to_recordset(a.modes) as m(mode text, paise int)),
    offer_rows as (
      insert into mentor_offer (mentor_id, level, grade_key, subject)
      select a.id, o.level, o.key, o.subject from added a, jsonb_to_recordset(a.offers) as o(level text, key text, subject text)),
    check_rows as (
      insert into mentor_check (mentor_id, kind, state, basis, method, degree, degree_year, issued_on, checker, checked_on, valid_until)
      select a.id, c.kind, c.state, c.basis, c.method, c.degree, c.degree_year,
        case when c.kind = 'police' then current_date - c.days end, case when c.days is not null then 'Kavita Menon' end, current_date - c.days, current_date + c.valid_days
      from added a, jsonb_to_recordset(a.checks) as c(kind text, state text, basis text, method text, degree text, degree_year int, days int, valid_days int))
    select count(*)::int as added from mentors`.execute(tx)
  return rows[0]?.added ?? 0
}

/** Demo mentors agreed to what the application asks for. */
async function writeConsents(tx: Transaction): Promise<void> {
  for (const kind of ['account', 'documents', 'mentor-conduct'] as const) {
    const { version, items } = consentText(kind, 'en')
    await sql`insert into consent (account_id, kind, version, language, shown, given_at)
      select m.account_id, ${kind}, ${version}, 'en', ${items.join('\n')}, m.created_at from mentor m where m.demo
      on conflict (account_id, kind, version) where withdrawn_at is null do nothing`.execute(tx)
  }
}

/** Adds missing demo mentors up to a total. @returns the number added */
export async function writeMentors(tx: Transaction, total: number): Promise<number> {
  const known = await tx.selectFrom('account').select('phone').execute()
  const taken = new Set(known.map((row) => row.phone))
  let added = 0
  let batch: MentorRow[] = []
  for (const row of demoMentors(total)) {
    if (!taken.has(row.phone)) batch.push(row)
    if (batch.length === batchSize) {
      added += await writeBatch(tx, spreadPortraits(batch))
      batch = []
    }
  }
  if (batch.length > 0) added += await writeBatch(tx, spreadPortraits(batch))
  if (added > 0) await writeConsents(tx)
  return added
}
