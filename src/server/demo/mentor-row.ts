import { levels, type Subject, type TeachingMode } from '#contract/reference/catalogue.ts'
import type { Look } from './portraits.ts'

/** A demo mentor as the seeding statement reads it: columns of `mentor` and of dependent tables. */
export type MentorRow = {
  phone: string
  slug: string
  status: 'submitted' | 'in_review' | 'verified' | 'rejected' | 'suspended'
  full_name: string
  email: string
  gender: 'male' | 'female'
  age: number
  photo: string | null
  /** Appearance that the portrait has to fit; null: the photo stays. */
  look: Look | null
  highest_qualification: string
  specialization: string
  university: string
  graduation_year: number
  qualification_display: string
  twelfth_stream: string
  twelfth_board: string
  graduation_degree: string
  graduation_college: string
  postgraduation_degree: string
  postgraduation_college: string
  experience: string
  area: string
  city: string
  state: string
  lat: number
  lon: number
  teaching_range: string
  available_days: readonly string[]
  daily_hours: number
  start_immediately: boolean
  teaching_experience: string
  brief: string
  admin_ranking: number
  tier: 'gold' | 'silver'
  show_on_website: boolean
  teaches_online: boolean
  online_price_paise: number | null
  /** Seats of the coaching centre; null without one. */
  centre_seats: number | null
  boards: readonly string[]
  languages: readonly string[]
  rating: number | null
  rating_count: number
  /** Days since the application. */
  joined_days: number
  modes: readonly { mode: TeachingMode; paise: number }[]
  offers: readonly { level: string; key: string; subject: Subject }[]
  checks: readonly {
    kind: string
    state: string
    basis: string
    method: string
    degree: string
    degree_year: number | null
    days: number | null
    valid_days: number | null
  }[]
}

/** A demo mentor before its slug and seats are known. */
export type InventedMentor = Omit<MentorRow, 'slug' | 'centre_seats'>

/** Offers for subjects by grade key; pairs missing from the catalogue are skipped. */
export function offersOf(
  chosen: readonly { keys: readonly string[]; subjects: readonly Subject[] }[],
): MentorRow['offers'] {
  const found = new Map<string, MentorRow['offers'][number]>()
  for (const [level, keys] of Object.entries(levels)) {
    for (const [key, allowed] of Object.entries(keys) as [string, readonly Subject[]][]) {
      // safe: the catalogue's own subjects
      for (const { subjects } of chosen.filter((one) => one.keys.includes(key))) {
        for (const subject of subjects)
          if (allowed.includes(subject)) found.set(`${key}:${subject}`, { level, key, subject })
      }
    }
  }
  return [...found.values()]
}

/** Years of experience as the application form words them. */
export function experienceOf(years: number): string {
  if (years < 1) return 'fresher'
  if (years < 3) return '1-3'
  if (years < 5) return '3-5'
  return years < 10 ? '5-10' : '10+'
}

/** A point within `reach` metres, chosen by two numbers from 0 to 1. */
export function pointNear(lat: number, lon: number, metres: number, turn: number, reach: number) {
  const away = Math.sqrt(reach) * metres
  const degree = 111_195
  const north = (away * Math.sin(turn * 2 * Math.PI)) / degree
  const east = (away * Math.cos(turn * 2 * Math.PI)) / (degree * Math.cos((lat * Math.PI) / 180))
  return { lat: Math.round((lat + north) * 1e5) / 1e5, lon: Math.round((lon + east) * 1e5) / 1e5 }
}

/** `sunita-deshpande` of "Sunita Deshpande". */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const firstMentorPhone = 9_826_010_001
/** Phone numbers of the demo families, skipped for mentors. */
const familyPhones = { first: 9_826_014_210, count: 3 }

/** Phone number of demo mentor i. */
export const mentorPhone = (i: number): string => {
  const phone = firstMentorPhone + i
  return String(phone >= familyPhones.first ? phone + familyPhones.count : phone)
}

/** Fixed reference year, so that generated mentors never change. */
export const referenceYear = 2026
