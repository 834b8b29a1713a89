-- widen

-- The Indian financial year of an instant, by its first calendar year: it begins on 1 April at midnight in India.
create function financial_year(at timestamptz) returns smallint language sql immutable
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months')::smallint;

-- Tax facts of mentors. PAN and GSTIN are encrypted; a change adds a row, and the newest one counts.
create table mentor_tax (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint mentor_tax_mentor references mentor,
  sealed bytea not null,
  -- The parts that may be shown.
  pan_hint text not null constraint mentor_tax_pan_hint_length check (length(pan_hint) <= 20),
  gstin_hint text constraint mentor_tax_gstin_hint_length check (length(gstin_hint) <= 20),
  holder text not null constraint mentor_tax_holder_known check (holder in ('individual', 'huf', 'firm', 'company', 'trust', 'other')),
  gst_state text constraint mentor_tax_gst_state check ((gst_state is null) = (gstin_hint is null)),
  is_resident boolean not null,
  status text not null constraint mentor_tax_status_known check (status in ('given', 'look', 'refused')),
  doubts text[] not null default '{}',
  reason text not null default '' constraint mentor_tax_reason_length check (length(reason) <= 300),
  decided_by uuid constraint mentor_tax_decided_by references account,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint mentor_tax_refused_why check (status <> 'refused' or reason <> '')
);
create index mentor_tax_newest on mentor_tax (mentor_id, id desc);
create index mentor_tax_to_look_at on mentor_tax (id) where status = 'look';

-- What each journal took from a mentor's fees. `class` and `cancellation` are fees, `reversal` takes part of one back
-- in the year of that fee, and `return` gives back tax that was not owed.
create table tax_entry (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint tax_entry_mentor references mentor,
  kind text not null constraint tax_entry_kind_known check (kind in ('class', 'cancellation', 'reversal', 'return')),
  year smallint not null,
  at timestamptz not null default now(),
  lesson_id uuid constraint tax_entry_lesson references lesson,
  reverses uuid constraint tax_entry_reverses references tax_entry,
  journal_kind text not null,
  subject_id uuid not null,
  gross_paise bigint not null,
  commission_paise bigint not null,
  gst_paise bigint not null,
  -- TDS of this fee at its rate, whether or not it was withheld.
  nominal_paise bigint not null,
  tds_paise bigint not null,
  tcs_paise bigint not null,
  has_pan boolean not null,
  -- Withheld at one rate for everybody, before taxes were decided per mentor.
  is_flat boolean not null default false,
  constraint tax_entry_journal foreign key (journal_kind, subject_id) references journal (kind, subject_id),
  constraint tax_entry_reversal check ((kind in ('reversal', 'return')) = (reverses is not null))
);
create index tax_entry_of_mentor on tax_entry (mentor_id, at);
create index tax_entry_of_lesson on tax_entry (lesson_id);
create index tax_entry_reversals on tax_entry (reverses) where reverses is not null;
create index tax_entry_at on tax_entry (at);
create index tax_entry_flat on tax_entry (mentor_id, year) where is_flat;
create trigger tax_entry_append_only before update or delete on tax_entry for each row execute function books_are_append_only();
create trigger tax_entry_no_truncate before truncate on tax_entry for each statement execute function books_are_append_only();

-- Sums of a mentor's financial year. The row is locked while a fee of the year is decided.
create table tax_year (
  mentor_id uuid not null constraint tax_year_mentor references mentor,
  year smallint not null,
  gross_paise bigint not null default 0 constraint tax_year_gross check (gross_paise >= 0),
  nominal_paise bigint not null default 0,
  tds_paise bigint not null default 0,
  constraint tax_year_pkey primary key (mentor_id, year)
);

-- Tax that was withheld too much, returned once for each fee.
create table tax_return (
  id uuid primary key default uuidv7(),
  mentor_id uuid not null constraint tax_return_mentor references mentor,
  tds_paise bigint not null constraint tax_return_tds check (tds_paise >= 0),
  tcs_paise bigint not null constraint tax_return_tcs check (tcs_paise >= 0),
  made_at timestamptz not null default now()
);

alter table journal drop constraint journal_kind_known;
alter table journal add constraint journal_kind_known check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout',
  'correction', 'dispute', 'dispute_end', 'settlement', 'owner_equity', 'tax_return'));

-- Fees settled so far, with what was withheld from them at the flat rates.
insert into tax_entry (mentor_id, kind, year, at, lesson_id, journal_kind, subject_id, gross_paise, commission_paise, gst_paise,
    nominal_paise, tds_paise, tcs_paise, has_pan, is_flat)
  select b.mentor_id, case l.status when 'held' then 'class' else 'cancellation' end, financial_year(j.at), j.at, l.id, j.kind, j.subject_id,
    s.gross, s.commission, s.gst, s.tds, s.tds, s.tcs, true, true
  from journal j join lesson l on l.id = j.subject_id join booking b on b.id = l.booking_id
    cross join lateral (select coalesce(-sum(e.amount_paise), 0) as gross,
        coalesce(-sum(e.amount_paise) filter (where a.kind = 'commission'), 0) as commission, coalesce(-sum(e.amount_paise) filter (where a.kind = 'gst'), 0) as gst,
        coalesce(-sum(e.amount_paise) filter (where a.kind = 'tds'), 0) as tds, coalesce(-sum(e.amount_paise) filter (where a.kind = 'tcs'), 0) as tcs
      from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.journal_id = j.id and a.kind in ('mentor_payable', 'commission', 'gst', 'tds', 'tcs')) s
  where j.kind = 'lesson' order by j.at;

-- Corrections and appeals of them, in order: `mentor_paise` of a decision is the lesson's worth after it.
do $$
declare
  one record;
  fee uuid;
  was bigint;
begin
  for one in
    select j.at, j.kind, j.subject_id, d.lesson_id, d.mentor_paise, b.mentor_id, s.*
    from journal j join dispute d on d.id = j.subject_id join lesson l on l.id = d.lesson_id join booking b on b.id = l.booking_id
      cross join lateral (select
          coalesce(-sum(e.amount_paise) filter (where a.kind = 'commission'), 0) as commission, coalesce(-sum(e.amount_paise) filter (where a.kind = 'gst'), 0) as gst,
          coalesce(-sum(e.amount_paise) filter (where a.kind = 'tds'), 0) as tds, coalesce(-sum(e.amount_paise) filter (where a.kind = 'tcs'), 0) as tcs
        from ledger_entry e join ledger_account a on a.id = e.account_id where e.journal_id = j.id) s
    where j.kind = 'correction' order by j.at, j.id
  loop
    select coalesce(sum(gross_paise), 0) into was from tax_entry where lesson_id = one.lesson_id;
    select id into fee from tax_entry where lesson_id = one.lesson_id and reverses is null order by at, id limit 1;
    insert into tax_entry (mentor_id, kind, year, at, lesson_id, reverses, journal_kind, subject_id, gross_paise, commission_paise, gst_paise,
        nominal_paise, tds_paise, tcs_paise, has_pan, is_flat)
      select one.mentor_id, case when is_back then 'reversal' else 'class' end,
        coalesce((select year from tax_entry where is_back and id = fee), financial_year(one.at)), one.at, one.lesson_id,
        case when is_back then fee end, one.kind, one.subject_id, one.mentor_paise - was, one.commission, one.gst, one.tds, one.tds, one.tcs, true, true
      from (select one.mentor_paise < was as is_back) as direction;
  end loop;
end $$;

insert into tax_year (mentor_id, year, gross_paise, nominal_paise, tds_paise)
  select mentor_id, year, sum(gross_paise), sum(nominal_paise), sum(tds_paise) from tax_entry group by mentor_id, year;
