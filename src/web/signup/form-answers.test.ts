import { describe, expect, it } from 'vitest'
import { applicationSections, problemsOf } from '#contract/mentors/application-rules.ts'
import { sectionNames } from '#contract/mentors/application-sections.ts'
import { changedSections } from './changed-sections.ts'
import { formAnswers, preferencesOf } from './form-answers.ts'
import { sectionOfField } from './form-flow.ts'

const form = (entries: [string, string][]) => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

describe('form answers', () => {
  it('have the shape of the API', () => {
    const education = formAnswers(
      'education',
      form([
        ['graduation.degree', 'bsc'],
        ['graduation.college', 'DAVV'],
        ['qualifications.graduationYear', '2013'],
      ]),
    )
    expect(education).toMatchObject({
      graduation: { degree: 'bsc', college: 'DAVV' },
      postGraduation: { degree: '', college: '' },
      qualifications: { graduationYear: '2013', university: '' },
    })
    const preferences = formAnswers(
      'preferences',
      form([
        ['level', 'school'],
        ['level', 'nonsense'],
        ['class', 'school class-9-10'],
        ['class', 'school class-12'],
        // Belongs to an unticked class.
        ['subject', 'school class-11 physics'],
        ['class', 'competitive jee'],
        ['subject', 'school class-9-10 physics'],
        ['boards', 'CBSE Board'],
      ]),
    )
    expect(preferences).toEqual({
      teachingPreferences: { school: { 'class-9-10': ['Physics'], 'class-12': [] } },
      boards: ['CBSE Board'],
      languages: [],
    })
    expect(preferencesOf(preferences)).toEqual({ school: { 'class-9-10': ['physics'], 'class-12': [] } })
    expect(problemsOf('preferences', preferences)).toEqual([
      { field: 'teachingPreferences.school.class-12', problem: 'subjects-of-class' },
    ])
    const modes = formAnswers(
      'modes',
      form([
        ['teachingModes.myPlace.selected', 'on'],
        ['teachingModes.myPlace.monthlyPrice', '4500'],
        ['teachingModes.homeTuition.monthlyPrice', '3000'],
        ['onlinePrice', '3000'],
      ]),
    )
    expect(modes).toMatchObject({
      teachingModes: {
        myPlace: { selected: true, monthlyPrice: 4500 },
        homeTuition: { selected: false, monthlyPrice: 3000 },
      },
      teachesOnline: false,
    })
    expect(problemsOf('modes', modes)).toEqual([])
    const centre = { teachingModes: { coachingCenter: { selected: true, monthlyPrice: 3000 } }, teachesOnline: false }
    for (const [centreSeats, problems] of [
      [undefined, [{ field: 'centreSeats', problem: 'seats' }]],
      ['2001', [{ field: 'centreSeats', problem: 'seats' }]],
      ['40', []],
    ] as const)
      expect(problemsOf('modes', { ...centre, centreSeats })).toEqual(problems)
  })

  it('cover exactly the fields of their section', () => {
    for (const section of sectionNames) {
      const fields = Object.keys(formAnswers(section, form([['location.lat', '22.7']])))
      expect(fields.sort(), section).toEqual(Object.keys(applicationSections[section].shape).sort())
      for (const field of fields) expect(sectionOfField(field), field).toBe(section)
    }
  })
})

describe('changed sections', () => {
  const qualifications = { highestQualification: 'M.Sc.', specialization: '', university: 'DAVV', graduationYear: 2013 }
  const location = { state: 'Madhya Pradesh', city: 'Indore', area: 'Palasia' }
  const submitted = {
    personal: { fullName: 'Asha Verma', age: 34, mentorId: '/media/private/1' },
    education: { qualifications: { ...qualifications, display: 'M.Sc., DAVV' }, experience: '3-5' },
    location: { location: { ...location, lat: 22.72, lon: 75.88 }, teachingRange: '5km' },
    modes: { teachingModes: { homeTuition: { selected: true, monthlyPrice: 4500 } }, teachesOnline: false },
    availability: { availableDays: ['monday', 'friday'], startImmediately: 'yes', startDate: '' },
    details: { brief: 'I teach.', cv: '', publishVideo: false },
  }
  const now = {
    personal: { age: '34', fullName: 'Asha Verma ', mentorId: 'https://mentorsetu.example/media/private/1' },
    education: { qualifications: { ...qualifications, graduationYear: '2013', display: '' }, experience: '3-5' },
    location: { location, teachingRange: '5km' },
    modes: {
      teachingModes: {
        homeTuition: { selected: true, monthlyPrice: 4500 },
        myPlace: { selected: false, monthlyPrice: 3000 },
      },
      teachesOnline: false,
      onlinePrice: 3000,
    },
    availability: { availableDays: ['friday', 'monday'], startImmediately: 'yes', startDate: '2026-01-01' },
    details: { brief: 'I teach.' },
  }

  it('exclude server additions and empty answers', () => {
    expect(changedSections(now, submitted)).toEqual([])
  })
  it.each([
    ['personal', { ...now.personal, mentorId: 'https://mentorsetu.example/media/private/2' }],
    ['education', { ...now.education, qualifications: { ...now.education.qualifications, display: 'M.Sc.' } }],
    ['location', { ...now.location, location: { ...location, area: 'Vijay Nagar' } }],
    ['modes', { ...now.modes, teachesOnline: true }],
    ['availability', { ...now.availability, startImmediately: 'no' }],
    ['details', { brief: '' }],
  ])('include a section with a different answer: %s', (section, answers) => {
    expect(changedSections({ ...now, [section]: answers }, submitted)).toEqual([section])
  })
})
