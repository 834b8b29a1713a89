-- widen

-- A safety case holds the messages of the accounts it names. Where it names one side, other people's messages to that side
-- are copied when they change, so that those people can be erased.
alter table evidence_copy drop constraint evidence_copy_source_known,
  add constraint evidence_copy_source_known check (source in ('class_record', 'review', 'message'));
create or replace function copy_evidence() returns trigger language plpgsql as $$
declare content jsonb := to_jsonb(old);
begin
  insert into evidence_copy (source, family_id, mentor_id, content)
    select tg_table_name, coalesce((content ->> 'family_id')::uuid, b.family_id, v.family_id),
      coalesce((content ->> 'mentor_id')::uuid, b.mentor_id, v.mentor_id), content
    from (select (content ->> 'booking_id')::uuid as booking, (content ->> 'conversation_id')::uuid as conversation) o
      left join booking b on b.id = o.booking left join conversation v on v.id = o.conversation;
  return null;
end $$;
create function sender_is_held(conversation uuid, sender text) returns boolean stable language sql
  return exists (select from conversation c join family f on f.id = c.family_id join mentor m on m.id = c.mentor_id
    where c.id = conversation and account_is_held(case sender when 'family' then f.account_id else m.account_id end));
drop trigger message_held_text on message;
create trigger message_held_text before update of text, media_id, sent_at on message for each row
  when ((old.text, old.media_id, old.sent_at) is distinct from (new.text, new.media_id, new.sent_at)
    and message_is_held(old.conversation_id) and sender_is_held(old.conversation_id, old.sender))
  execute function evidence_is_held();
create trigger message_evidence after update of text, media_id, sent_at on message for each row
  when ((old.text, old.media_id, old.sent_at) is distinct from (new.text, new.media_id, new.sent_at) and message_is_held(old.conversation_id))
  execute function copy_evidence();
