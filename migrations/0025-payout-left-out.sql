-- widen
-- Why a payout does not go out with its open batch, although it is in it. Its classes stay with it until the batch is paid, so
-- that nothing of it changes when it is put back; then they are free for the next batch, and it counts as `left_out`.
alter table payout add column left_out_reason text constraint payout_left_out_reason_length check (length(left_out_reason) between 1 and 300);
alter table payout add constraint payout_left_out_unpaid check (left_out_reason is null or status <> 'paid');
