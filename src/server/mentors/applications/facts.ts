import type { CertificateKind } from '#contract/mentors/check-evidence.ts'
import type { ReviewedFact } from '#contract/mentors/reviewed-facts.ts'
import type { Application } from '#contract/mentors/submitted-application.ts'
import { type Subject, subjectFrom, subjects } from '#contract/reference/catalogue.ts'
import { invalidField } from '#server/platform/errors.ts'
import { findArea, placesNamed } from '#server/reference/places/places.ts'

/** Certificate URLs per kind. */
export type Certificates = Record<CertificateKind, string[]>

/** Columns of `mentor` filled by the application. */
export type MentorFacts = {
  full_name: string
  email: string
  gender: string
  age: number
  photo: string | null
  document: string | null
  cv: string | null
  teaching_video: string | null
  teaching_video_published: boolean
  highest_qualification: string
  specialization: string
  university: string
  graduation_year: number | null
  qualification_display: string
  twelfth_stream: string | null
  twelfth_board: string | null
  graduation_degree: string | null
  graduation_college: string | null
  postgraduation_degree: string | null
  postgraduation_college: string | null
  experience: string
  area: string
  city: string
  state: string
  lat: number | null
  lon: number | null
  teaching_range: string
  available_days: string[]
  daily_hours: number
  start_immediately: boolean
  start_date: string | null
  teaching_experience: string
  brief: string
  teaches_online: boolean
  online_price_paise: number | null
  centre_seats: number | null
  boards: string[]
  languages: string[]
}

/** Facts of a verified mentor that change through review only. */
export type ReviewedFacts = Pick<MentorFacts, ReviewedFact>

/** Canonical place names and a point: the given one inside the city's bounds, else the area's centre. */
function locationOf({ state, city: cityName, area: areaName, lat, lon }: Application['location']) {
  const city = placesNamed(cityName).find((one) => one.state === state)
  if (!city) throw invalidField('location.city', 'place')
  const area = findArea(areaName, city.name)
  const { north, south, east, west } = city.bounds
  const isInside = lat !== undefined && lon !== undefined && lat <= north && lat >= south && lon <= east && lon >= west
  const point = isInside ? { lat, lon } : { lat: area?.lat ?? city.lat, lon: area?.lon ?? city.lon }
  return { state, city: city.name, area: area?.name ?? areaName, ...point }
}

function displayOf({
  highestQualification,
  specialization,
  university,
  display,
}: Application['qualifications']): string {
  if (display) return display
  const degree = highestQualification.toLowerCase().includes(specialization.toLowerCase())
    ? highestQualification
    : `${highestQualification} ${specialization}`
  return [degree.trim(), university].filter(Boolean).join(', ').slice(0, 160)
}

/** Converts an application to columns. Throws `bad-request` for a city outside its state. */
export function factsFrom(one: Application): MentorFacts {
  const { qualifications, graduation, postGraduation } = one
  const isLater = one.startImmediately === 'no'
  return {
    full_name: one.fullName,
    email: one.email,
    gender: one.gender,
    age: one.age,
    photo: one.profilePhoto,
    document: one.mentorId,
    cv: one.cv || null,
    teaching_video: one.teachingVideo || null,
    teaching_video_published: one.publishVideo && !!one.teachingVideo,
    highest_qualification: qualifications.highestQualification,
    specialization: qualifications.specialization,
    university: qualifications.university,
    graduation_year: qualifications.graduationYear,
    qualification_display: displayOf(qualifications),
    twelfth_stream: one.twelfthStream,
    twelfth_board: one.twelfthBoard,
    graduation_degree: graduation.degree,
    graduation_college: graduation.college,
    postgraduation_degree: postGraduation.degree,
    postgraduation_college: postGraduation.college,
    experience: one.experience,
    ...locationOf(one.location),
    teaching_range: one.teachingRange,
    available_days: one.availableDays,
    daily_hours: one.dailyHours,
    start_immediately: !isLater,
    start_date: isLater ? one.startDate || null : null,
    teaching_experience: one.teachingExperience,
    brief: one.brief,
    teaches_online: one.teachesOnline,
    online_price_paise: one.teachesOnline && one.onlinePrice !== undefined ? one.onlinePrice * 100 : null,
    centre_seats: one.teachingModes.coachingCenter?.selected ? (one.centreSeats ?? null) : null,
    boards: one.boards,
    languages: one.languages,
  }
}

/** Monthly price in rupees of each selected mode. */
export const modesFrom = ({ teachingModes }: Application): Record<string, number> =>
  Object.fromEntries(
    Object.entries(teachingModes).flatMap(([mode, given]) => (given.selected ? [[mode, given.monthlyPrice]] : [])),
  )

/** Level, grade key and subject of every offer. */
export const offersFrom = ({ teachingPreferences }: Application): [string, string, string][] =>
  Object.entries(teachingPreferences).flatMap(([level, keys]) =>
    Object.entries(keys).flatMap(([key, chosen]) => {
      const taught = new Set(chosen.map((one) => subjectFrom(one)).filter((one) => one !== null))
      return [...taught].map((subject): [string, string, string] => [level, key, subject])
    }),
  )

export type StoredFacts = MentorFacts & {
  modes: Record<string, number>
  offers: [string, string, string][]
  certificates: Certificates
}

/** Form answers from stored facts, for a mentor without a draft. */
export function answersFrom(one: StoredFacts) {
  const preferences: Record<string, Record<string, string[]>> = {}
  for (const [level, key, subject] of one.offers) {
    preferences[level] ??= {}
    preferences[level][key] = [...(preferences[level][key] ?? []), subjects[subject as Subject]?.[0] ?? subject] // safe: offers hold slugs
  }
  return {
    personal: {
      fullName: one.full_name,
      email: one.email,
      gender: one.gender,
      age: one.age,
      profilePhoto: one.photo ?? '',
      mentorId: one.document ?? '',
    },
    education: {
      twelfthStream: one.twelfth_stream ?? '',
      twelfthBoard: one.twelfth_board ?? '',
      graduation: { degree: one.graduation_degree ?? '', college: one.graduation_college ?? '' },
      postGraduation: { degree: one.postgraduation_degree ?? '', college: one.postgraduation_college ?? '' },
      qualifications: {
        highestQualification: one.highest_qualification,
        specialization: one.specialization,
        university: one.university,
        graduationYear: one.graduation_year ?? '',
        display: one.qualification_display,
      },
      experience: one.experience,
      certificates: one.certificates,
    },
    location: {
      location: {
        state: one.state,
        city: one.city,
        area: one.area,
        lat: one.lat ?? undefined,
        lon: one.lon ?? undefined,
      },
      teachingRange: one.teaching_range,
    },
    modes: {
      teachingModes: Object.fromEntries(
        Object.entries(one.modes).map(([mode, monthlyPrice]) => [mode, { selected: true, monthlyPrice }]),
      ),
      teachesOnline: one.teaches_online,
      ...(one.online_price_paise && { onlinePrice: one.online_price_paise / 100 }),
      ...(one.centre_seats && { centreSeats: one.centre_seats }),
    },
    preferences: { teachingPreferences: preferences, boards: one.boards, languages: one.languages },
    availability: {
      availableDays: one.available_days,
      dailyHours: Number(one.daily_hours),
      startImmediately: one.start_immediately ? 'yes' : 'no',
      startDate: one.start_date ?? '',
    },
    details: {
      teachingExperience: one.teaching_experience,
      brief: one.brief,
      teachingVideo: one.teaching_video ?? '',
      publishVideo: one.teaching_video_published,
      cv: one.cv ?? '',
    },
  }
}
