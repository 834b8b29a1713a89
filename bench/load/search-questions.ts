import { type MentorFilter, type MentorFilterInput, mentorFilter } from '#contract/mentors/mentors.ts'
import { type Grade, type Subject, subjectsOfGrade } from '#contract/reference/catalogue.ts'
import { areasOf } from '#server/reference/places/places.ts'
import { weighedPlaces } from './many-mentors.ts'

const freeTexts = [
  'matematics',
  'indor maths',
  'vijay nagr',
  'rajesh sharma',
  'sharma',
  'गणित',
  'physics bhopal',
  'singh delhi',
]
const askedGrades: Grade[] = ['8', '9', '10', '11', '12', 'jee', 'neet']

/** Repeatable pseudo-random numbers (mulberry32). */
function diceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T // safe: no list here is empty
  return { next, pick, chance: (share: number) => next() < share }
}
type Dice = ReturnType<typeof diceOf>

/** A location as families enter it: the centre of an area or city, or their own position; cities by size. */
function place({ next, pick, chance }: Dice): MentorFilterInput {
  const city = pick(weighedPlaces)
  const area = areasOf(city.name)
  if (area.length > 0 && chance(0.4)) return { city: city.name, area: pick(area).name }
  if (chance(0.3)) return { city: city.name }
  return { lat: city.lat + (next() - 0.5) * 0.2, lon: city.lon + (next() - 0.5) * 0.2 }
}

function subject({ pick, chance }: Dice): MentorFilterInput {
  const grade = pick(askedGrades)
  const list = subjectsOfGrade(grade)
  const chosen: Subject[] = chance(0.25) ? [pick(list), pick(list)] : [pick(list)]
  return chance(0.8) ? { class: grade, subject: [...new Set(chosen)] } : { subject: [...new Set(chosen)] }
}

const kinds = {
  location: (dice) => place(dice),
  'location, subject': (dice) => ({ ...place(dice), ...subject(dice) }),
  'stacked filters': (dice) => ({
    ...place(dice),
    ...subject(dice),
    max: dice.pick([4000, 6000, 9000]),
    gender: dice.pick(['female', 'male'] as const),
    rating: dice.pick([4, 4.2]),
  }),
  'rare match': (dice) => ({
    ...place(dice),
    ...(dice.chance(0.5) ? subject(dice) : {}),
    gender: 'other',
    tier: 'gold',
  }),
  'no match': (dice) => ({
    ...place(dice),
    ...(dice.chance(0.5) ? subject(dice) : {}),
    ...dice.pick([
      { board: 'No Such Board' },
      { gender: 'other', tier: 'gold', rating: 5, max: 2000 },
      { max: 1000 },
    ] as const),
  }),
  'free text': (dice) => ({ ...place(dice), q: dice.pick(freeTexts) }),
  'online elsewhere': (dice) => ({
    ...place(dice),
    ...subject(dice),
    mode: ['online' as const],
    elsewhere: 'true' as const,
  }),
  'by price': (dice) => ({ ...place(dice), ...subject(dice), sort: 'price' }),
} as const satisfies Record<string, (dice: Dice) => MentorFilterInput>

export type Kind = keyof typeof kinds | 'full mix'
const kindNames = [...(Object.keys(kinds) as (keyof typeof kinds)[]), 'full mix'] as const // safe: the keys of a const object

/** What people search for, in percent: mostly place and subject, then filters, text and the rest. */
const mix = [
  ...Array.from({ length: 45 }, () => 'location, subject' as const),
  ...Array.from({ length: 25 }, () => 'location' as const),
  ...Array.from({ length: 15 }, () => 'stacked filters' as const),
  ...Array.from({ length: 10 }, () => 'free text' as const),
  ...(['rare match', 'no match', 'by price', 'by price', 'location'] as const),
]

/** Repeatable filters of a kind. */
export function questionsOf(kind: Kind, count: number): MentorFilter[] {
  return Array.from({ length: count }, (_, i) => {
    const dice = diceOf(1000 * kindNames.indexOf(kind) + i + 1)
    const made = kind === 'full mix' ? kinds[dice.pick(mix)](dice) : kinds[kind](dice)
    return mentorFilter.parse(made)
  })
}

/** Repeatable first pages by place, subject and price, hardly two of which have the same point and price. */
export function priceQuestions(count: number) {
  const dice = diceOf(7)
  return Array.from({ length: count }, () => {
    const city = dice.pick(weighedPlaces)
    const grade = dice.pick(askedGrades)
    return {
      lat: city.lat + (dice.next() - 0.5) * 0.1,
      lon: city.lon + (dice.next() - 0.5) * 0.1,
      city: city.name,
      state: city.state,
      class: grade,
      subject: dice.pick(subjectsOfGrade(grade)),
      max: 3000 + Math.floor(dice.next() * 160) * 100,
    }
  })
}
