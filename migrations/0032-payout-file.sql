-- widen
-- Since when a payout is in a file the bank was given, which may execute it at any time: from then on nothing stops it but an
-- admin's word that the bank did not pay it.
alter table payout add column file_at timestamptz;
alter table payout add constraint payout_left_out_no_file check (left_out_reason is null or file_at is null);
