import { areasOf, type City, cities } from '#server/reference/places/places.ts'
import { designMentors } from './design-mentors.ts'
import { designMentor } from './design-row.ts'
import { diceOf } from './dice.ts'
import { inventMentor } from './invent-mentor.ts'
import { type Kind, kinds } from './kinds.ts'
import { type InventedMentor, type MentorRow, slugOf } from './mentor-row.ts'

/** Times the first generated mentors, all in Indore, cycle through every kind. */
const indoreRounds = 3
const stateWeights = [
  ['Indore', 20],
  ['Madhya Pradesh', 22],
  ['Maharashtra', 13],
  ['Rajasthan', 10],
  ['Uttar Pradesh', 11],
  ['Gujarat', 9],
  ['Chhattisgarh', 5],
  ['Delhi', 5],
  ['Telangana', 5],
  ['Karnataka', 6],
] as const
const knownCity = (name: string): City => {
  const city = cities.find((one) => one.name === name)
  if (!city) throw new Error(`no city ${name}`)
  return city
}
const indore = knownCity('Indore')
const weightedCities = (state: string) =>
  cities
    .filter((city) => city.state === state && city !== indore)
    .map((city) => [city, areasOf(city.name).length > 0 ? 6 : 1] as const)
const citiesOf: Record<string, readonly (readonly [City, number])[]> = {
  Indore: [[indore, 1]],
  ...Object.fromEntries(stateWeights.slice(1).map(([state]) => [state, weightedCities(state)])),
}

/** Seats of coaching centres; the larger ones take nobody under 16. */
const seats = [12, 20, 30, 45, 60, 120]

/** Demo mentors from number 0; number i is the same for any total. */
export function* demoMentors(total: number): Generator<MentorRow> {
  const met = new Map<string, number>()
  const nthOfKind = new Map<Kind, number>()
  for (let i = 0; i < total; i += 1) {
    const dice = diceOf(i)
    const designed = designMentors[i]
    let row: InventedMentor
    if (designed) row = designMentor(i, designed, dice)
    else {
      const turn = i - designMentors.length
      const inRounds = turn < kinds.length * indoreRounds
      const region = dice.weigh(stateWeights)
      const city = inRounds ? indore : dice.weigh(citiesOf[region] ?? [[indore, 1]])
      const weighed = dice.weigh(kinds.map((one) => [one, one.weight] as const))
      const kind = inRounds ? (kinds[turn % kinds.length] ?? weighed) : weighed
      const nth = nthOfKind.get(kind) ?? 0
      nthOfKind.set(kind, nth + 1)
      row = inventMentor(i, kind, nth, city, dice)
    }
    const slug = slugOf(row.full_name)
    const before = met.get(slug) ?? 0
    met.set(slug, before + 1)
    const hasCentre = row.modes.some(({ mode }) => mode === 'coachingCenter')
    yield {
      ...row,
      slug: before === 0 ? slug : `${slug}-${before + 1}`,
      centre_seats: hasCentre ? (seats[i % seats.length] ?? null) : null,
    }
  }
}
