import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'

const list = z.string().transform((text) => text.split(' '))
const given = z.strictObject({ women: list, men: list })
const weights = z.record(z.string(), z.number())
const { north, communities, ...shares } = readDataFile(
  'demo/names',
  z.strictObject({
    /** Given names for communities without their own. */
    north: given,
    communities: z.array(given.partial().extend({ name: z.string(), surnames: list, languages: z.array(z.string()) })),
    /** Weights of communities by state. */
    weights: z.record(z.string(), weights),
    everywhere: weights,
  }),
)

const byName = new Map(
  communities.map(({ women = north.women, men = north.men, ...one }) => [one.name, { ...one, women, men }]),
)
function weighed(all: Record<string, number>) {
  return Object.entries(all).map(([name, weight]) => {
    const community = byName.get(name)
    if (!community) throw new Error(`data/demo/names.json: no community ${name}`)
    return [community, weight] as const
  })
}
const everywhere = weighed(shares.everywhere)
const ofStates = new Map(
  Object.entries(shares.weights).map(([state, all]) => [state, [...weighed(all), ...everywhere]]),
)

/** Weighted communities of a state. Name combinations are invented. */
export const communitiesOf = (state: string) => ofStates.get(state) ?? weighed({ hindi: 1 })
