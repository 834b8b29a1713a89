import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofFamily: PersonalTable['whose'] = ({ familyId }) => sql`family_id = ${familyId}`
const ofMentor: PersonalTable['whose'] = ({ mentorId }) => sql`mentor_id = ${mentorId}`
/** Of the family's bookings: the child's name, home and progress go with the family, not with the mentor. */
const ofBookings: PersonalTable['whose'] = ({ familyId }) =>
  sql`booking_id in (select id from booking where family_id = ${familyId})`

export const personalClasses: readonly PersonalTable[] = [
  {
    table: 'booking',
    whose: ofFamily,
    shows: [
      ...[
        'plan',
        'mode',
        'subject',
        'grade',
        'status',
        'minutes',
        'price_paise',
        'student_name',
        'class_name',
        'school',
      ],
      ...['wishes', 'address', 'booked_at'],
    ],
    erase: { student_name: null, class_name: null, school: null, wishes: null, address: null },
  },
  { table: 'booking_correction', whose: ofBookings, shows: [], erase: { before: '{}', after: '{}' } },
  {
    table: 'lesson',
    whose: ({ familyId, mentorId }) =>
      sql`booking_id in (select id from booking where family_id = ${familyId} or mentor_id = ${mentorId})`,
    shows: ['starts_at', 'ends_at', 'minutes', 'fee_paise', 'state'],
    erase: 'keep',
  },
  {
    table: 'class_record',
    whose: ofBookings,
    shows: ['date', 'time_in', 'time_out', 'topic', 'note', 'homework', 'marked_at', 'parent_ticked_at'],
    erase: { topic: '', note: '', homework: '' },
  },
  { table: 'timetable', whose: ofBookings, shows: ['weekdays', 'begins_at', 'minutes', 'place'], erase: { place: '' } },
  { table: 'other_hours', whose: ofMentor, shows: ['date', 'hours'], erase: 'delete' },
  { table: 'weekly_hours', whose: ofMentor, shows: ['weekday', 'hours'], erase: 'delete' },
  { table: 'availability', whose: ofMentor, shows: ['confirms_first', 'changed_at'], erase: 'delete' },
  { table: 'mentor_leave', whose: ofMentor, shows: ['from_date', 'to_date', 'note', 'made_at'], erase: 'delete' },
  {
    table: 'dispute',
    whose: ({ familyId }) =>
      sql`lesson_id in (select l.id from lesson l join booking b on b.id = l.booking_id where b.family_id = ${familyId})`,
    shows: ['reason', 'words', 'amount_paise', 'status', 'verdict', 'created_at', 'ended_at'],
    erase: 'keep',
  },
]
