import { boards, type TeachingMode, weekdays } from '#contract/catalogue.ts'
import { areasOf, cities, type City, findArea } from '#server/places/gazetteer.ts'
import { bioOf, historyOf } from './bios.ts'
import { type DesignMentor, designMentors } from './design-mentors.ts'
import { type Dice, diceOf } from './dice.ts'
import { type Kind, type KindName, kindNames, kinds } from './kinds.ts'
import { experienceOf, type MentorRow, offersOf, pointNear, slugOf } from './mentor-row.ts'
import { communities, communitiesOf, type CommunityName } from './names.ts'
import { collegesOf, portraits } from './schooling.ts'

/** Demo mentors after the design's eight that live in Indore and go in turn through all kinds, so that none is missing there. */
const indoreRounds = 3
/** Years of degrees count from here, so that a mentor stays the same person. */
const thisYear = 2026
const firstMentorPhone = 9_826_010_001
/** Numbers of the demo families lie in between and are left out. */
const familyPhones = { first: 9_826_014_210, count: 3 }

const stateWeights = [
  ['Indore', 20], ['Madhya Pradesh', 22], ['Maharashtra', 13], ['Rajasthan', 10], ['Uttar Pradesh', 11], ['Gujarat', 9],
  ['Chhattisgarh', 5], ['Delhi', 5], ['Telangana', 5], ['Karnataka', 6],
] as const
const knownCity = (name: string): City => {
  const city = cities.find((one) => one.name === name)
  if (!city) throw new Error(`no city ${name}`)
  return city
}
const indore = knownCity('Indore')
const weightedCities = (state: string) =>
  cities.filter((city) => city.state === state && city !== indore).map((city) => [city, areasOf(city.name).length > 0 ? 6 : 1] as const)
const citiesOf: Record<string, readonly (readonly [City, number])[]> = {
  Indore: [[indore, 1]],
  ...Object.fromEntries(stateWeights.slice(1).map(([state]) => [state, weightedCities(state)])),
}

/** Phone of demo mentor number i. */
export const mentorPhone = (i: number): string => {
  const phone = firstMentorPhone + i
  return String(phone >= familyPhones.first ? phone + familyPhones.count : phone)
}

const hindiOnly: readonly (readonly [CommunityName, number])[] = [['hindi', 1]]
const bindiSeldom: readonly CommunityName[] = ['christian', 'sikh', 'adivasi']

function portraitOf(dice: Dice, community: CommunityName, gender: 'male' | 'female', age: number): string {
  if (gender === 'male') {
    if (community === 'sikh') return 'harpreet'
    if (community === 'muslim' && age < 50) return dice.pick(portraits.men.beard)
    return dice.pick(age < 42 ? portraits.men.young : portraits.men.older)
  }
  if (community === 'muslim') return dice.pick([...portraits.women.scarf, ...portraits.women.scarf, ...portraits.women.any])
  if (bindiSeldom.includes(community)) return dice.pick(portraits.women.any)
  if (age > 45) return dice.pick(['meenakshi', 'sunita', 'kavita'])
  return dice.pick([...portraits.women.bindi, ...portraits.women.any])
}

const modeShare: readonly (readonly [mode: TeachingMode, share: number, factor: number])[] = [
  ['homeTuition', 0.86, 1], ['myPlace', 0.42, 0.8], ['groupClasses', 0.2, 0.5], ['coachingCenter', 0.1, 0.55], ['counsellor', 0.04, 1.1], ['schoolTeaching', 0.03, 0.9],
]
const stepRupees = 500
const priced = (rupees: number): number => Math.min(25_000, Math.max(1000, Math.round(rupees / stepRupees) * stepRupees)) * 100

function modesOf(dice: Dice, homeRupees: number): MentorRow['modes'] {
  const chosen = modeShare.filter(([, share]) => dice.chance(share))
  const kept = chosen.length > 0 ? chosen : modeShare.slice(1, 2)
  return kept.map(([mode, , factor]) => ({ mode, paise: priced(homeRupees * factor) }))
}

function daysOf(dice: Dice): readonly string[] {
  const [weekend, rest] = [weekdays.slice(5), weekdays.slice(0, 5)]
  const sets = [rest, weekdays.slice(0, 6), weekdays.slice(0, 6), [...weekdays], ['monday', 'wednesday', 'friday'], ['tuesday', 'thursday', 'saturday'], weekend, ['monday', 'tuesday', 'thursday', 'friday']]
  return dice.pick(sets)
}

function checksOf(dice: Dice, status: MentorRow['status'], joined: number, degree: string, policePassed: boolean): MentorRow['checks'] {
  const done = status === 'verified' || status === 'suspended'
  const passed = (kind: string, note: string, after: number) =>
    ({ kind, state: 'passed', note, days: Math.max(1, joined - after), valid_days: null })
  const pending = (kind: string) => ({ kind, state: 'pending', note: '', days: null, valid_days: null })
  const identity = dice.pick(['Aadhaar seen by our team', 'Aadhaar seen by our team', 'Voter card seen by our team', 'Passport seen by our team'])
  const interview = dice.pick(['In person, with a sample class', 'On video, with a sample class'])
  if (!done) {
    const qualification = status === 'rejected' ? { ...passed('qualification', 'Degree could not be confirmed', 4), state: 'failed' } : pending('qualification')
    return [status === 'submitted' ? pending('identity') : passed('identity', identity, 2), qualification, pending('interview'), pending('police')]
  }
  const policeDays = Math.max(1, Math.min(joined - 9, dice.int(10, 330)))
  const police = { kind: 'police', state: 'passed', note: '', days: policeDays, valid_days: 365 - policeDays }
  return [passed('identity', identity, 2), passed('qualification', degree, 4), passed('interview', interview, 7), policePassed ? police : pending('police')]
}

function statusOf(dice: Dice): { status: MentorRow['status']; shown: boolean } {
  const status = dice.weigh([['verified', 930], ['submitted', 10], ['in_review', 8], ['rejected', 7], ['suspended', 5], ['hidden', 40]] as const)
  return status === 'hidden' ? { status: 'verified', shown: false } : { status, shown: status === 'verified' }
}

/** Degree, college, codes, and the age at which one has it; an engineer's degree comes from an engineering college. */
function schoolingOf(dice: Dice, kind: Kind, city: City) {
  const [shown, specialization, graduation, postgraduation] = dice.pick(kind.degrees)
  const [universities, engineering] = collegesOf[city.name] ?? collegesOf[city.state] ?? collegesOf['Madhya Pradesh'] ?? [[], []]
  const university = dice.pick(kind.engineer ? engineering : universities)
  const display = kind.stream === 'arts' && /[A-Z]\d|Grade|Visharad|Prabhakar/.test(shown) ? shown : `${shown}, ${university}`
  const isDoctor = shown.startsWith('Ph.D.')
  const age = isDoctor ? 30 : shown.startsWith('M.Phil.') ? 26 : postgraduation === 'none' ? 21 : 23
  return { shown, specialization, graduation, postgraduation, university, display, age }
}

/** Everything about an invented mentor but the slug. */
function inventMentor(i: number, kindName: KindName, nth: number, city: City, dice: Dice): Omit<MentorRow, 'slug'> {
  const kind: Kind = kinds[kindName]
  const community = dice.weigh(communitiesOf[city.state] ?? hindiOnly)
  const names = communities[community]
  const gender = dice.chance(0.52) ? 'female' : 'male'
  const name = `${dice.pick<string>(gender === 'female' ? names.women : names.men)} ${dice.pick<string>(names.surnames)}`
  const school = schoolingOf(dice, kind, city)
  const age = Math.max(school.age + 1, dice.weigh([[dice.int(22, 27), 24], [dice.int(28, 36), 40], [dice.int(37, 48), 26], [dice.int(49, 64), 10]]))
  const years = Math.max(0, Math.min(age - 22, dice.int(0, 4) + dice.int(0, Math.max(1, age - 24))))
  const graduationYear = thisYear - age + school.age
  const { status, shown } = statusOf(dice)
  const known = Math.min(1, years / 15) * 0.6 + dice.next() * 0.4
  const bigCity = city.name === 'Mumbai' || city.name === 'New Delhi' || city.name === 'Bengaluru' ? 1.35 : areasOf(city.name).length > 0 ? 1 : 0.8
  const [low, high] = kind.feeRupees
  const homeRupees = (low + (high - low) * known) * bigCity
  const maths = kindName.startsWith('maths')
  const good = status === 'verified' && shown && years >= 3
  const gold = good && dice.chance(city === indore && maths ? 0.3 : 0.1)
  const policePassed = gold || dice.chance(0.58)
  const rated = gold || (years > 0 && dice.chance(0.93) && (status === 'verified' || status === 'suspended'))
  const rating = Math.round((gold ? 4.6 + dice.next() * 0.4 : 3.9 + Math.max(dice.next(), dice.next()) * 1.1) * 10) / 10
  const areas = areasOf(city.name)
  const area = areas.length > 0 ? dice.pick(areas) : null
  const point = area ? pointNear(area.lat, area.lon, 700, dice.next(), dice.next()) : pointNear(city.lat, city.lon, 3000, dice.next(), dice.next())
  const online = dice.chance(0.34)
  const fresh = status === 'submitted' || status === 'in_review'
  const joined = fresh ? dice.int(1, 9) : dice.int(25, 700)
  return {
    phone: mentorPhone(i), status, full_name: name, email: `${slugOf(name).replace('-', '.')}${i}@example.com`, gender, age,
    photo: dice.chance(0.94) ? `/portraits/${portraitOf(dice, community, gender, age)}.svg` : null,
    highest_qualification: school.shown, specialization: school.specialization, university: school.university,
    graduation_year: graduationYear, qualification_display: school.display,
    twelfth_stream: kind.stream, twelfth_board: city.state === 'Madhya Pradesh' ? dice.pick(boards) : 'CBSE Board',
    graduation_degree: school.graduation, graduation_college: school.university,
    postgraduation_degree: school.postgraduation, postgraduation_college: school.postgraduation === 'none' ? '' : school.university,
    experience: experienceOf(years), area: area?.name ?? '', city: city.name, state: city.state, lat: point.lat, lon: point.lon,
    teaching_range: dice.weigh([['2km', 5], ['5km', 26], ['10km', 34], ['15km', 15], ['20km', 7], ['25km+', 5], ['anywhere', 8]]),
    available_days: daysOf(dice), daily_hours: dice.int(4, 16) / 2, start_immediately: dice.chance(0.9),
    teaching_experience: historyOf(years, i, city.name), brief: bioOf(kindName, nth, i, city.name, years >= 8 && age >= 38),
    admin_ranking: gold || dice.chance(0.05) ? dice.int(4, 9) : 10, tier: gold ? 'gold' : 'silver', show_on_website: shown,
    teaches_online: online, online_price_paise: online && dice.chance(0.92) ? priced(homeRupees * 0.85) : null,
    boards: city.state === 'Madhya Pradesh' ? dice.pick([[...boards], ['MP Board', 'CBSE Board'], ['MP Board', 'CBSE Board'], ['CBSE Board', 'ICSE Board'], ['CBSE Board'], ['MP Board']]) : dice.pick([['CBSE Board'], ['CBSE Board', 'ICSE Board']]),
    languages: names.languages, rating: rated ? rating : null, rating_count: rated ? dice.int(3, 8 + years * 8) : 0, joined_days: joined,
    modes: modesOf(dice, homeRupees), offers: offersOf([dice.pick(kind.offers)]),
    checks: checksOf(dice, status, joined, `${school.display}, ${graduationYear}`, policePassed),
  }
}

function designMentor(i: number, one: DesignMentor, dice: Dice): Omit<MentorRow, 'slug'> {
  const area = findArea(one.area, 'Indore')
  const point = pointNear(area?.lat ?? indore.lat, area?.lon ?? indore.lon, 700, dice.next(), dice.next())
  const joined = 100 + i * 20
  const modes = Object.entries(one.prices) as [TeachingMode, number][] // true: the keys of a record of modes
  return {
    phone: mentorPhone(i), status: 'verified', full_name: one.name, email: `${slugOf(one.name).replace('-', '.')}@example.com`, gender: one.gender, age: one.age,
    photo: `/portraits/${one.portrait}.svg`, highest_qualification: one.shown.split(',')[0] ?? one.shown, specialization: one.specialization,
    university: one.university, graduation_year: thisYear - one.age + 23, qualification_display: one.shown, twelfth_stream: one.stream, twelfth_board: 'CBSE Board',
    graduation_degree: one.graduation, graduation_college: one.university, postgraduation_degree: one.postgraduation,
    postgraduation_college: one.postgraduation === 'none' ? '' : one.university, experience: experienceOf(one.years), area: one.area, city: 'Indore',
    state: 'Madhya Pradesh', lat: point.lat, lon: point.lon, teaching_range: '10km', available_days: one.days, daily_hours: one.dailyHours,
    start_immediately: true, teaching_experience: one.history, brief: one.brief, admin_ranking: i + 1, tier: one.gold ? 'gold' : 'silver',
    show_on_website: true, teaches_online: one.onlineRupees !== null, online_price_paise: one.onlineRupees === null ? null : one.onlineRupees * 100,
    boards: ['MP Board', 'CBSE Board'], languages: one.languages, rating: one.rating, rating_count: one.ratingCount, joined_days: joined,
    modes: modes.map(([mode, rupees]) => ({ mode, paise: rupees * 100 })), offers: offersOf(one.offers),
    checks: checksOf(dice, 'verified', joined, `${one.shown}, ${thisYear - one.age + 23}`, one.policePassed),
  }
}

/** Demo mentors from number 0 on; number i is always the same person, whatever the total. */
export function* demoMentors(total: number): Generator<MentorRow> {
  const met = new Map<string, number>()
  const nthOfKind = new Map<KindName, number>()
  for (let i = 0; i < total; i += 1) {
    const dice = diceOf(i)
    const designed = designMentors[i]
    let row: Omit<MentorRow, 'slug'>
    if (designed) row = designMentor(i, designed, dice)
    else {
      const turn = i - designMentors.length
      const inRounds = turn < kindNames.length * indoreRounds
      const region = dice.weigh(stateWeights)
      const city = inRounds ? indore : dice.weigh(citiesOf[region] ?? [[indore, 1]])
      const weighed = dice.weigh(kindNames.map((name) => [name, kinds[name].weight] as const))
      const kind = inRounds ? (kindNames[turn % kindNames.length] ?? weighed) : weighed
      const nth = nthOfKind.get(kind) ?? 0
      nthOfKind.set(kind, nth + 1)
      row = inventMentor(i, kind, nth, city, dice)
    }
    const slug = slugOf(row.full_name)
    const before = met.get(slug) ?? 0
    met.set(slug, before + 1)
    yield { ...row, slug: before === 0 ? slug : `${slug}-${before + 1}` }
  }
}
