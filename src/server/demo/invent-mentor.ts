import { areasOf, type City } from '#server/reference/places/places.ts'
import { bioOf, historyOf } from './bios.ts'
import type { Dice } from './dice.ts'
import { ratingNear } from './invent-reviews.ts'
import type { Kind } from './kinds.ts'
import { checksOf, daysOf, degreeSeen, modesOf, priced, schoolingOf, statusOf } from './mentor-parts.ts'
import {
  experienceOf,
  type InventedMentor,
  mentorPhone,
  offersOf,
  pointNear,
  referenceYear,
  slugOf,
} from './mentor-row.ts'
import { communitiesOf } from './names.ts'
import { lookOf, portraitOf } from './portraits.ts'

const stateBoards: Record<string, readonly string[]> = {
  Maharashtra: ['Maharashtra Board'],
  Rajasthan: ['Rajasthan Board'],
  'Uttar Pradesh': ['UP Board'],
  Gujarat: ['Gujarat Board'],
  Chhattisgarh: ['Chhattisgarh Board'],
  Delhi: ['Delhi Board'],
  Telangana: ['Telangana SSC Board', 'Telangana Intermediate Board'],
  Karnataka: ['Karnataka Board'],
}
const areasToLearn = ['Mahalaxmi Nagar', 'Tulsi Nagar', 'Vijay Nagar Square', 'गुलमोहर कॉलोनी']

/** Generates a mentor without its slug. */
export function inventMentor(i: number, kind: Kind, nth: number, city: City, dice: Dice): InventedMentor {
  const community = dice.weigh(communitiesOf(city.state))
  const gender = dice.chance(0.52) ? 'female' : 'male'
  const name = `${dice.pick(gender === 'female' ? community.women : community.men)} ${dice.pick(community.surnames)}`
  const school = schoolingOf(dice, kind, city)
  const age = Math.max(
    school.age + 1,
    dice.weigh([
      [dice.int(22, 27), 24],
      [dice.int(28, 36), 40],
      [dice.int(37, 48), 26],
      [dice.int(49, 64), 10],
    ]),
  )
  const years = Math.max(0, Math.min(age - 22, dice.int(0, 4) + dice.int(0, Math.max(1, age - 24))))
  const graduationYear = referenceYear - age + school.age
  const look = lookOf(community.name, gender, age)
  const { status, shown } = statusOf(dice)
  const known = Math.min(1, years / 15) * 0.6 + dice.next() * 0.4
  const bigCity =
    city.name === 'Mumbai' || city.name === 'New Delhi' || city.name === 'Bengaluru'
      ? 1.35
      : areasOf(city.name).length > 0
        ? 1
        : 0.8
  const [low, high] = kind.feeRupees
  const homeRupees = (low + (high - low) * known) * bigCity
  const maths = kind.name.startsWith('maths')
  const good = status === 'verified' && shown && years >= 3
  const gold = good && dice.chance(city.name === 'Indore' && maths ? 0.3 : 0.1)
  const policePassed = gold || dice.chance(0.58)
  const rated = gold || (years > 0 && dice.chance(0.93) && (status === 'verified' || status === 'suspended'))
  const rating = gold ? 4.6 + dice.next() * 0.4 : 3.9 + Math.max(dice.next(), dice.next()) * 1.1
  const areas = areasOf(city.name)
  const area = areas.length > 0 ? dice.pick(areas) : null
  const point = area
    ? pointNear(area.lat, area.lon, 700, dice.next(), dice.next())
    : pointNear(city.lat, city.lon, 3000, dice.next(), dice.next())
  const online = dice.chance(0.34)
  const fresh = status === 'submitted' || status === 'in_review'
  // Some live in an area missing from the gazetteer.
  const lost = fresh && city.name === 'Indore' ? areasToLearn[i % 5] : undefined
  const joined = fresh ? dice.int(1, 9) : dice.int(25, 700)
  const ratingCount = rated ? dice.int(1, 4 + years * 2) : 0
  return {
    phone: mentorPhone(i),
    status,
    full_name: name,
    email: `${slugOf(name).replace('-', '.')}${i}@example.com`,
    gender,
    age,
    photo: dice.chance(0.94) ? portraitOf(dice, look) : null,
    look,
    highest_qualification: school.shown,
    specialization: school.specialization,
    university: school.university,
    graduation_year: graduationYear,
    qualification_display: school.display,
    twelfth_stream: kind.stream,
    twelfth_board: city.state === 'Madhya Pradesh' ? dice.pick(['MP Board', 'CBSE Board', 'ICSE Board']) : 'CBSE Board',
    graduation_degree: school.graduation,
    graduation_college: school.university,
    postgraduation_degree: school.postgraduation,
    postgraduation_college: school.postgraduation === 'none' ? '' : school.university,
    experience: experienceOf(years),
    area: lost ?? area?.name ?? '',
    city: city.name,
    state: city.state,
    lat: point.lat,
    lon: point.lon,
    teaching_range: dice.weigh([
      ['2km', 5],
      ['5km', 26],
      ['10km', 34],
      ['15km', 15],
      ['20km', 7],
      ['25km+', 5],
      ['anywhere', 8],
    ]),
    available_days: daysOf(dice),
    daily_hours: dice.int(4, 16) / 2,
    start_immediately: dice.chance(0.9),
    teaching_experience: historyOf(years, i, city.name),
    brief: bioOf(kind, nth, i, city.name, years >= 8 && age >= 38),
    admin_ranking: gold || dice.chance(0.05) ? dice.int(4, 9) : 10,
    tier: gold ? 'gold' : 'silver',
    show_on_website: shown,
    teaches_online: online,
    online_price_paise: online && dice.chance(0.92) ? priced(homeRupees * 0.85) : null,
    boards:
      city.state === 'Madhya Pradesh'
        ? dice.pick([
            ['MP Board', 'CBSE Board', 'ICSE Board'],
            ['MP Board', 'CBSE Board'],
            ['MP Board', 'CBSE Board'],
            ['CBSE Board', 'ICSE Board'],
            ['CBSE Board'],
            ['MP Board'],
          ])
        : dice.pick([
            ['CBSE Board', ...(stateBoards[city.state] ?? [])],
            ['CBSE Board', 'ICSE Board'],
          ]),
    languages: community.languages,
    rating: rated ? ratingNear(rating, ratingCount) : null,
    rating_count: ratingCount,
    joined_days: joined,
    modes: modesOf(dice, homeRupees),
    offers: offersOf([dice.pick(kind.offers)]),
    checks: checksOf(dice, status, joined, degreeSeen(school, graduationYear), policePassed),
  }
}
