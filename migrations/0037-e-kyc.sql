-- widen

-- What is kept of a mentor's signed e-KYC file: never the file, the share code, the photo, the address or hashes.
create table mentor_e_kyc (
  account_id uuid primary key constraint mentor_e_kyc_account references account,
  name text not null constraint mentor_e_kyc_name_length check (length(name) between 1 and 200),
  last_four text not null constraint mentor_e_kyc_last_four_form check (last_four ~ '^[0-9]{4}$'),
  -- When UIDAI made the file.
  signed_at timestamptz not null,
  checked_at timestamptz not null default now()
);

alter table consent drop constraint consent_kind_known,
  add constraint consent_kind_known check (kind in ('account', 'documents', 'e-kyc', 'child', 'mentor-conduct', 'family-conduct'));
