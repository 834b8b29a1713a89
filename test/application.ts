import { type Kysely, sql } from 'kysely'
import { applicationSections } from '#contract/mentors/application-rules.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import type { DB } from '#server/platform/schema.ts'

/** A complete application; `change` overrides fields. */
export const completeApplication = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  fullName: 'Asha Verma',
  email: 'asha@example.com',
  gender: 'female',
  age: 34,
  profilePhoto: '/portraits/neha.svg',
  mentorId: '/portraits/neha.svg',
  twelfthStream: 'science',
  twelfthBoard: 'MP Board',
  graduation: { degree: 'bsc_mathematics', college: 'Holkar Science College' },
  postGraduation: { degree: 'msc_mathematics', college: 'DAVV' },
  qualifications: {
    highestQualification: 'M.Sc.',
    specialization: 'Mathematics',
    university: 'DAVV',
    graduationYear: 2013,
  },
  experience: '5-10',
  location: { state: 'Madhya Pradesh', city: 'Indore', area: 'Palasia' },
  teachingRange: '5km',
  teachingModes: {
    homeTuition: { selected: true, monthlyPrice: 4500 },
    groupClasses: { selected: true, monthlyPrice: 1500 },
    myPlace: { selected: false },
  },
  teachingPreferences: { school: { 'class-9-10': ['Mathematics', 'Physics'] } },
  boards: ['CBSE Board'],
  languages: ['Hindi', 'English'],
  availableDays: ['weekdays'],
  dailyHours: 4,
  startImmediately: 'yes',
  teachingExperience: '',
  brief: 'I begin with what the student already knows and write every step down.',
  ...change,
})

/** A complete application whose files were uploaded by the account with this phone. */
export async function readyApplication(db: Kysely<DB>, phone: string, change: Record<string, unknown> = {}) {
  const file = async (preset: string, isPrivate: boolean) => {
    const { rows } = await sql<{
      id: string
    }>`insert into media (account_id, preset, kind, format, content_type, bytes, sha256, file_name,
        store_keys, is_private, ready_at)
      select id, ${preset}, 'image', 'jpg', 'image/jpeg', 1000, sha256(${preset}::bytea), 'scan.jpg', '{}', ${isPrivate}, now()
      from account where phone = ${phone} returning id`.execute(db)
    return rows[0]?.id
  }
  return completeApplication({
    profilePhoto: `/media/${await file('mentor-photo', false)}/640.jpg`,
    mentorId: `/media/private/${await file('mentor-document', true)}`,
    ...change,
  })
}

/** Splits a complete application into form sections. */
export const sectionsOf = (whole: Record<string, unknown>) =>
  Object.fromEntries(
    sectionNames.map((name) => {
      const fields = Object.keys(applicationSections[name].shape)
      return [name, Object.fromEntries(fields.filter((field) => field in whole).map((field) => [field, whole[field]]))]
    }),
  )
