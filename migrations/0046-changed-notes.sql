-- widen

-- Attendance changed while a safety case is open is kept as it was, as it is on deletion.
create trigger class_record_evidence_words after update of topic, note, homework, time_in, time_out on class_record for each row
  when ((old.topic, old.note, old.homework, old.time_in, old.time_out) is distinct from (new.topic, new.note, new.homework, new.time_in, new.time_out)
    and booking_is_held(old.booking_id))
  execute function copy_evidence();
