-- narrow
alter table media drop constraint media_preset_known,
  add constraint media_preset_known check (preset in ('mentor-photo', 'mentor-document', 'mentor-cv', 'mentor-certificate', 'mentor-video',
    'chat-photo', 'chat-document'));

-- Certificates of an application. A deleted one stays named, so that the same file in the form is no new one.
create table mentor_certificate (
  mentor_id uuid not null constraint mentor_certificate_mentor references mentor,
  media_id uuid not null constraint mentor_certificate_media references media,
  kind text not null constraint mentor_certificate_kind_known check (kind in ('degree', 'teaching', 'police')),
  sent_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (mentor_id, media_id)
);
create index mentor_certificate_kept on mentor_certificate (kind) where deleted_at is null;

-- What families read of a check is composed from codes. Free notes, and methods that are not offered any more, become part of the
-- internal note.
alter table mentor_check
  add column basis text not null default '',
  add column degree text not null default '',
  add column degree_year smallint,
  add column issued_on date;
update mentor_check set
  basis = case note when 'Aadhaar seen by our team' then 'aadhaar' when 'Voter card seen by our team' then 'voter-card'
    when 'Passport seen by our team' then 'passport' when 'In person, with a sample class' then 'sample-class'
    when 'On video, with a sample class' then 'sample-class' else '' end,
  method = case note when 'In person, with a sample class' then 'in-person' when 'On video, with a sample class' then 'video-call' else method end,
  evidence = concat_ws('; ', nullif(evidence, ''), note)
  where note <> '';
update mentor_check set method = '', evidence = concat_ws('; ', nullif(evidence, ''), method)
  where method <> '' and method <> all (case kind when 'identity' then array['copy', 'original', 'video-call']
    when 'interview' then array['in-person', 'video-call', 'phone'] else array['copy', 'original', 'register'] end);
alter table mentor_check drop column note;

-- People are counted when they are asked for, on every page by one query.
alter table figures_counted drop column mentors;
