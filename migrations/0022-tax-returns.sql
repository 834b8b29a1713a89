-- widen

-- 0019 dropped 'tax_return', which 0015 had added.
alter table journal drop constraint journal_kind_known, add constraint journal_kind_known
  check (kind in ('payment', 'lesson', 'refund', 'refund_settled', 'payout', 'correction', 'dispute', 'dispute_end', 'settlement', 'owner_equity',
    'tax_return', 'compensation', 'compensation_end', 'collection'));
