import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'

const words: Record<string, () => string> = {
  tick: m.dash_saved_answer,
  time: m.time_picked,
  'time-back': m.time_returned,
  'answer-time': m.dash_saved_answer,
  show: m.dash_saved_display,
  address: m.address_saved,
  schedule: m.dash_saved_schedule,
  timetable: m.timetable_saved,
  month: m.timetable_saved,
  asked: m.ask_sent,
  move: m.dash_saved_move,
  plan: m.dash_saved_schedule,
  skip: m.timetable_skipped,
  attend: m.dash_saved_attendance,
  code: m.code_right,
  note: m.note_saved,
  refund: m.refund_asked,
  dispute: m.dispute_sent_text,
  concern: m.concern_sent,
  withdraw: m.dispute_withdrawn,
  application: m.dash_saved_application,
  account: m.earn_account_saved,
  cancel: m.change_cancelled,
  absent: m.change_absent_said,
  'answer-absent': m.dash_saved_answer,
  propose: m.change_proposed,
  'answer-proposal': m.dash_saved_answer,
  review: m.review_saved,
  reply: m.review_reply_saved,
  report: m.review_report_sent,
  demo: m.dash_saved_answer,
  mentor: m.replace_done,
  'first-back': m.first_done,
  week: m.hours_saved,
  day: m.hours_saved,
  'day-usual': m.hours_saved,
  leave: m.leave_taken,
  'leave-end': m.leave_ended,
  decide: m.leave_decided,
  profile: m.settings_saved,
  language: m.settings_language_set,
  messages: m.settings_saved,
  learner: m.settings_saved,
  'learner-away': m.settings_learner_gone,
  'learner-back': m.settings_learner_is_back,
  'phone-yes': m.settings_phone_said,
  'phone-no': m.settings_phone_kept,
  consent: m.consent_saved,
  'consent-end': m.consent_ended,
  copy: m.copy_asked,
  nominee: m.settings_saved,
  'nominee-end': m.nominee_removed,
  'erase-ask': m.privacy_asked,
  'erase-cancel': m.privacy_kept,
  'device-end': m.settings_device_ended,
  'devices-end': m.settings_devices_ended,
}

/** `done`: the form that was sent. */
export function DoneText({ done }: { done: string }) {
  const text = words[done]
  if (!text) return null
  return (
    <div className="mb-6">
      <Notice tone="good" icon={<Icon name="circle-check" size={22} />}>
        {text()}
      </Notice>
    </div>
  )
}
