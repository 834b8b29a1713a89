import { nearbyKm } from '#contract/mentors/limits.ts'
import type { MentorFilter, PublicMentor } from '#contract/mentors/mentors.ts'
import {
  type CheckKind,
  classModes,
  type Grade,
  gradeName,
  gradesOfKey,
  type Subject,
  subjectFrom,
} from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { evidenceText, joinFacts } from '../check-evidence.server.ts'
import { currentLocale } from '../locale.ts'
import { formatDay, formatKm } from '../ui/dates.tsx'
import type { Card, Check } from './mentor-card.tsx'
import { modeInSentence, subjectName } from './names.server.ts'
import { placeNames } from './places.server.ts'

/** Characters of subjects that fit on one line of the narrowest card. */
const lineLength = { gold: 36, silver: 32 }
const checkNames: Record<CheckKind, () => string> = {
  identity: m.profile_check_identity,
  qualification: m.profile_check_qualification,
  interview: m.profile_check_interview,
  police: m.profile_check_police,
  training: m.profile_check_training,
}
/** Short names, for a row on the card. */
export const shortCheckNames: typeof checkNames = {
  identity: m.card_check_identity,
  qualification: m.card_check_qualification,
  interview: m.card_check_interview,
  police: m.card_check_police,
  training: m.card_check_training,
}

/** Monthly price in rupees of each mode a mentor offers, in the server's order of preference. */
export function pricesOf({ teachingModes, teachesOnline, onlinePrice }: PublicMentor) {
  return classModes.flatMap((mode) => {
    const monthly = mode === 'online' ? (teachesOnline ? onlinePrice : null) : teachingModes[mode]?.monthlyPrice
    return monthly == null ? [] : [{ mode, monthly }]
  })
}

/** Too far for classes in person, so that only online teaching is offered. */
export const isFar = ({ distance }: PublicMentor): boolean => distance !== null && distance > nearbyKm

/** Prices of the modes available at the family's location. */
export function usablePrices(mentor: PublicMentor) {
  const prices = pricesOf(mentor)
  const online = prices.filter(({ mode }) => mode === 'online')
  return isFar(mentor) && online.length > 0 ? online : prices
}

/** Subjects a mentor teaches, by group of classes. */
export function offersOf({
  teachingPreferences,
}: PublicMentor): { key: string; grades: Grade[]; subjects: Subject[] }[] {
  return Object.values(teachingPreferences).flatMap((keys) =>
    Object.entries(keys).map(([key, names]) => ({
      key,
      grades: gradesOfKey(key),
      subjects: names.flatMap((name) => subjectFrom(name) ?? []),
    })),
  )
}

/** Joins consecutive classes to ranges, for example "Class 6 to 10, JEE". */
export function gradesText(taught: readonly Grade[]): string {
  const classes = [...new Set(taught)]
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const one of classes) {
    const last = ranges.at(-1)
    if (last && last[1] === one - 1) last[1] = one
    else ranges.push([one, one])
  }
  const others = [...new Set(taught)]
    .filter((grade) => Number.isNaN(Number(grade)))
    .map((grade) => gradeName(grade, currentLocale()))
  return [
    ...ranges.map(([from, to]) => (from === to ? m.card_class({ from }) : m.card_classes({ from, to }))),
    ...others,
  ].join(', ')
}

export function experienceText(experience: PublicMentor['experience']): string {
  if (experience === 'fresher') return m.card_fresher()
  const [from = '', to] = experience.replace('+', '').split('-')
  return to ? m.card_years({ from, to }) : m.card_years_more({ from })
}

/** Experience without a label beside it, for example "5 to 10 years of teaching". */
export const experienceLine = (experience: PublicMentor['experience']): string =>
  experience === 'fresher' ? m.card_fresher() : m.card_teaching({ years: experienceText(experience) })

export const degreeLine = ({ qualifications: { display, highestQualification, university } }: PublicMentor): string =>
  display || [highestQualification, university].filter(Boolean).join(', ')

/** Experience and highest degree, without unknown ones. */
export function studiesOf({ experience, qualifications }: PublicMentor) {
  const { highestQualification, specialization, university, graduationYear } = qualifications
  const subject = highestQualification.includes(specialization) ? '' : specialization
  const degree = [highestQualification, subject, university, graduationYear].filter(Boolean).join(', ')
  return [
    { label: m.profile_experience_years(), value: experienceText(experience) },
    { label: m.profile_degree(), value: degree },
  ].filter(({ value }) => value !== '')
}

/** Checks with evidence and dates. */
export function checksOf(mentor: PublicMentor, names = checkNames): Check[] {
  return mentor.checks.map((check) => {
    const { kind, state, checkedOn, validUntil } = check
    const valid = validUntil ? m.profile_check_valid({ date: formatDay(validUntil, { year: true }) }) : ''
    const detail = joinFacts([state === 'passed' && evidenceText(check), valid])
    return {
      kind,
      label: names[kind](),
      done: state === 'passed',
      ...(detail && { detail }),
      ...(checkedOn && { date: formatDay(checkedOn, { year: true }) }),
    }
  })
}

/** Whether a search is about a point, such as an area: distances from the middle of a city say nothing. */
const isPoint = ({ area, lat }: MentorFilter): boolean => area !== undefined || lat !== undefined

/** Area and distance, for example "Vijay Nagar, 0.8 km"; the city for a distant online mentor. */
export function locationText(mentor: PublicMentor, nearCity: string): string {
  const { location, distance, teachesOnline } = mentor
  const { area, city } = location
  if (teachesOnline && isFar(mentor)) return m.card_online({ place: placeNames.city(city) })
  const place = [area && placeNames.area(area), city !== nearCity && placeNames.city(city)].filter(Boolean).join(', ')
  // Below 100 m the area's name is more helpful.
  return distance === null || distance < 0.1
    ? place || placeNames.city(city)
    : m.card_place_km({ place: place || placeNames.city(city), km: formatKm(distance) })
}

/**
 * Profile URL with the place and selection of the search. Never the reader's position, because families share profile
 * links.
 */
function profileHref(slug: string, filter: MentorFilter): string {
  const params = new URLSearchParams()
  const { area, city, state, subject = [], mode = [], class: grade } = filter
  for (const [name, value] of Object.entries({
    state: city && state,
    city,
    area,
    class: grade,
    subject: subject[0],
    mode: mode[0],
  })) {
    if (value !== undefined) params.set(name, value)
  }
  return params.size > 0 ? `/mentors/${slug}?${params}` : `/mentors/${slug}`
}

/** Subjects on one line: the first, and others while they fit. */
function subjectsLine(subjects: readonly Subject[], length: number): string {
  const names = subjects.map(subjectName)
  const lines = names.map((_, index) => {
    const more = index === 0 ? '' : ` ${m.card_more_subjects({ count: index }).replaceAll(' ', '\u00a0')}`
    return names.slice(0, names.length - index).join(', ') + more
  })
  return lines.find((line) => line.length <= length) ?? lines.at(-1) ?? ''
}

/** Card of a mentor: texts and amounts only, to keep the page small. */
export function cardOf(mentor: PublicMentor, filter: MentorFilter, nearCity: string, free?: Card['free']): Card {
  const prices = usablePrices(mentor)
  const chosen = prices.filter(({ mode }) =>
    filter.mode?.length ? filter.mode.includes(mode) : mode === 'homeTuition',
  )
  // A fee for classes in person says nothing about classes online.
  const isOnline = filter.mode?.length === 1 && filter.mode[0] === 'online'
  const [price] = (chosen.length > 0 || isOnline ? chosen : prices).sort((a, b) => a.monthly - b.monthly)
  const offers = offersOf(mentor)
  const all = [...new Set(offers.flatMap((offer) => offer.subjects))]
  const wanted = all.filter((one) => filter.subject?.includes(one))
  const subjects = [...wanted, ...all.filter((one) => !wanted.includes(one))]
  return {
    id: mentor._id,
    slug: mentor.slug,
    href: profileHref(mentor.slug, filter),
    name: mentor.fullName,
    photo: mentor.profilePhoto,
    gold: mentor.tier === 'gold',
    line: degreeLine(mentor),
    experience: experienceLine(mentor.experience),
    rating: mentor.rating,
    ratingCount: mentor.ratingCount,
    place:
      price?.mode === 'online' || isOnline
        ? m.card_online({ place: placeNames.city(mentor.location.city) })
        : locationText(isPoint(filter) ? mentor : { ...mentor, distance: null }, nearCity),
    farAway: mentor.inRange === false && price?.mode === 'homeTuition',
    subjects: subjectsLine(subjects, lineLength[mentor.tier]),
    grades: gradesText(offers.flatMap((offer) => offer.grades)),
    checks: checksOf(mentor, shortCheckNames),
    free,
    price: price?.monthly ?? null,
    priceUnit: m.ui_a_month(),
    mode: price && price.mode !== 'homeTuition' && price.mode !== 'online' ? modeInSentence(price.mode) : '',
  }
}

/** Gold cards before the others, as the page about the ranking says. */
export const goldFirst = (one: Card, other: Card): number => Number(other.gold) - Number(one.gold)
