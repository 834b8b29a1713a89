-- widen
-- A provider that makes its codes itself knows one by a reference of its own. Until it has said that a code was right, we have no hash of it.
alter table otp_challenge
  alter column code_hash drop not null,
  add column provider_reference text constraint otp_reference_once unique constraint otp_reference_length check (length(provider_reference) between 1 and 200);
