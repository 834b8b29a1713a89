import { applicationSections } from '#contract/application-rules.ts'
import { sectionNames } from '#contract/application-sections.ts'

/** Everything a complete application holds; `change` replaces fields of it. */
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

/** A whole application as the form keeps it, section by section. */
export const sectionsOf = (whole: Record<string, unknown>) =>
  Object.fromEntries(
    sectionNames.map((name) => {
      const fields = Object.keys(applicationSections[name].shape)
      return [name, Object.fromEntries(fields.filter((field) => field in whole).map((field) => [field, whole[field]]))]
    }),
  )
