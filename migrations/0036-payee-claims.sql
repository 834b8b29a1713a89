-- widen

-- A linked account pays one mentor: it is claimed before it is given a bank account. No payout account: only claimed so far.
create unique index payee_reference_once on payee (gateway, split_part(reference, '/', 1)) where reference <> '';
alter table payee alter column account_id drop not null;

-- How the gateway was asked for a release, kept before the first call, because only that way shows what the call made.
alter table transfer add column way text constraint transfer_way_known check (way in ('payment', 'direct')),
-- The failed transfer of the same class whose part left the hold already; null while the id is the part's.
  add column part_id uuid constraint transfer_part references transfer;
