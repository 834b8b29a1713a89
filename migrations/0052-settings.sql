-- widen
-- What became of our calls to others, counted by the hour; kept for thirty days. Never what was said.
create table provider_hour (
  provider text not null,
  hour timestamptz not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (provider, hour)
);

-- When the family agreed that these words stand on the home page with its first name; null: it did not.
alter table review add column home_consent_at timestamptz;
