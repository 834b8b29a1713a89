-- narrow

-- The code of conduct is accepted like a consent: which text, in which language, when. Nothing was written to the other table.
alter table consent drop constraint consent_kind_known,
  add constraint consent_kind_known check (kind in ('account', 'documents', 'child', 'mentor-conduct', 'family-conduct'));
drop table conduct_acceptance;
