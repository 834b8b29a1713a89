import { defaultPoint } from '#contract/mentors/limits.ts'
import type { TeachingMode } from '#contract/reference/catalogue.ts'
import { findArea } from '#server/reference/places/places.ts'
import type { DesignMentor } from './design-mentors.ts'
import type { Dice } from './dice.ts'
import { checksOf, degreeSeen } from './mentor-parts.ts'
import {
  experienceOf,
  type InventedMentor,
  mentorPhone,
  offersOf,
  pointNear,
  referenceYear,
  slugOf,
} from './mentor-row.ts'

/** Row of a mentor of the design, in Indore near the area's centre. */
export function designMentor(i: number, one: DesignMentor, dice: Dice): InventedMentor {
  const area = findArea(one.area, 'Indore')
  const point = pointNear(area?.lat ?? defaultPoint.lat, area?.lon ?? defaultPoint.lon, 700, dice.next(), dice.next())
  const joined = 400 + i * 20
  const modes = Object.entries(one.prices) as [TeachingMode, number][] // safe: the keys of a record of modes
  return {
    phone: mentorPhone(i),
    status: 'verified',
    full_name: one.name,
    email: `${slugOf(one.name).replace('-', '.')}@example.com`,
    gender: one.gender,
    age: one.age,
    photo: `/portraits/${one.portrait}.svg`,
    look: null,
    highest_qualification: one.shown.split(',')[0] ?? one.shown,
    specialization: one.specialization,
    university: one.university,
    graduation_year: referenceYear - one.age + 23,
    qualification_display: one.shown,
    twelfth_stream: one.stream,
    twelfth_board: 'CBSE Board',
    graduation_degree: one.graduation,
    graduation_college: one.university,
    postgraduation_degree: one.postgraduation,
    postgraduation_college: one.postgraduation === 'none' ? '' : one.university,
    experience: experienceOf(one.years),
    area: one.area,
    city: 'Indore',
    state: 'Madhya Pradesh',
    lat: point.lat,
    lon: point.lon,
    teaching_range: '10km',
    available_days: one.days,
    daily_hours: one.dailyHours,
    start_immediately: true,
    teaching_experience: one.history,
    brief: one.brief,
    admin_ranking: i + 1,
    tier: one.gold ? 'gold' : 'silver',
    show_on_website: true,
    teaches_online: one.onlineRupees !== null,
    online_price_paise: one.onlineRupees === null ? null : one.onlineRupees * 100,
    boards: ['MP Board', 'CBSE Board'],
    languages: one.languages,
    rating: one.rating,
    rating_count: one.ratingCount,
    joined_days: joined,
    modes: modes.map(([mode, rupees]) => ({ mode, paise: rupees * 100 })),
    offers: offersOf(one.offers),
    checks: checksOf(dice, 'verified', joined, degreeSeen(one, referenceYear - one.age + 23), one.policePassed),
  }
}
