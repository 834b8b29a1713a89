import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofMentor: PersonalTable['whose'] = ({ mentorId }) => sql`mentor_id = ${mentorId}`

/** Facts of the mentor's row that the mentor gave, with what stands there after erasing. */
const given = {
  ...{ full_name: 'Former mentor', email: '', gender: 'other', age: 18, experience: 'fresher' },
  ...{ photo: null, document: null, cv: null, teaching_video: null, deleted_document: null },
  ...{
    highest_qualification: '',
    specialization: '',
    university: '',
    qualification_display: '',
    graduation_year: null,
  },
  ...{ twelfth_stream: null, twelfth_board: null, graduation_degree: null, graduation_college: null },
  ...{ postgraduation_degree: null, postgraduation_college: null, teaching_experience: '', brief: '' },
  ...{ area: '', city: '', state: '', lat: null, lon: null, available_days: '{}', start_date: null },
  ...{ boards: '{}', languages: '{}', online_price_paise: null, teaches_online: false, centre_seats: null },
}

export const personalMentors: readonly PersonalTable[] = [
  {
    table: 'mentor',
    whose: ({ mentorId }) => sql`id = ${mentorId}`,
    shows: ['number', 'slug', 'status', ...Object.keys(given), 'created_at', 'submitted_at', 'rejection', 'rating'],
    erase: {
      ...given,
      ...{ slug: sql`'former-' || number`, show_on_website: false, teaching_video_published: false },
      ...{ admin_brief: '', admin_brief_visible: false, rejection: '' },
      // A suspended mentor is in no list and cannot be booked.
      status: sql`case status when 'verified' then 'suspended' else status end`,
      version: sql`version + 1`,
    },
  },
  {
    table: 'application',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['answers', 'started_at', 'saved_at'],
    erase: 'delete',
  },
  { table: 'mentor_mode', whose: ofMentor, shows: ['mode', 'monthly_price_paise'], erase: 'delete' },
  { table: 'mentor_offer', whose: ofMentor, shows: ['level', 'grade_key', 'subject'], erase: 'delete' },
  { table: 'mentor_certificate', whose: ofMentor, shows: ['kind', 'sent_at', 'deleted_at'], erase: 'delete' },
  {
    table: 'mentor_change',
    whose: ofMentor,
    shows: ['status', 'facts', 'asked_at', 'decided_at', 'reason'],
    erase: 'delete',
  },
  {
    table: 'mentor_check',
    whose: ofMentor,
    shows: ['kind', 'state', 'checked_on', 'valid_until', 'degree', 'degree_year', 'issued_on'],
    erase: 'delete',
  },
  {
    table: 'mentor_e_kyc',
    whose: ({ accountId }) => sql`account_id = ${accountId}`,
    shows: ['name', 'last_four', 'signed_at', 'checked_at'],
    erase: 'delete',
  },
  { table: 'mentor_event', whose: ofMentor, shows: ['kind', 'at'], erase: { note: '', detail: '{}' } },
  { table: 'mentor_standing', whose: ofMentor, shows: ['is_down', 'figures', 'at'], erase: 'delete' },
  {
    table: 'shortlist',
    whose: ({ familyId, mentorId }) => sql`(family_id = ${familyId} or mentor_id = ${mentorId})`,
    shows: ['created_at'],
    erase: 'delete',
  },
  { table: 'bulk_edit_row', whose: ofMentor, shows: [], erase: 'delete' },
  { table: 'mentor_tax', whose: ofMentor, shows: ['holder', 'pan_hint', 'gstin_hint', 'status'], erase: 'keep' },
  { table: 'tax_year', whose: ofMentor, shows: ['year', 'gross_paise', 'tds_paise'], erase: 'keep' },
]
