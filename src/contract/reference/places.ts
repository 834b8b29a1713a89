import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { line } from '../wire/fields.ts'

const tags = ['places'] as const
const latitude = z.number({ error: 'a latitude of India, 6 to 38' })
const longitude = z.number({ error: 'a longitude of India, 68 to 98' })

/** A place to choose. `area` is empty for a town. If lat and lon are null, geocode the label once it is chosen. */
const suggestion = z.object({
  label: z.string(),
  labelHi: z.string(),
  area: z.string(),
  city: z.string(),
  state: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
export type Suggestion = z.infer<typeof suggestion>

const corner = z.object({ lat: z.number(), lng: z.number() })
/** The fields of Google's Geocoding reply that we use (specification §7); also validates Google's own reply. */
export const geocoding = z.object({
  status: z.enum(['OK', 'ZERO_RESULTS']),
  results: z.array(
    z.object({
      formatted_address: z.string(),
      geometry: z.object({ location: corner, bounds: z.object({ northeast: corner, southwest: corner }) }),
      address_components: z.array(
        z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }),
      ),
      /** Only a part of the address was found, such as the city without the area. */
      partial_match: z.boolean().optional(),
    }),
  ),
})
export type Geocoding = z.infer<typeof geocoding>

/** A city; `isShown` is false for one that cannot be chosen and is listed for existing users only. */
const city = z.object({
  name: z.string(),
  nameHi: z.string(),
  state: z.string(),
  stateHi: z.string(),
  /** Other names, in either script. */
  aliases: z.array(z.string()),
  /** Other states that have a town with this name. */
  alsoIn: z.array(z.string()),
  isShown: z.boolean(),
})
export type ListedCity = z.infer<typeof city>

export const listCities = endpoint({
  method: 'GET',
  url: '/api/places/cities',
  schema: {
    summary: 'The cities to choose from, by state',
    tags,
    response: { 200: z.object({ data: z.array(city) }) },
  },
  config: { access: everyone },
})

export const autocomplete = endpoint({
  method: 'GET',
  url: '/api/places/autocomplete',
  schema: {
    summary: 'Places by the beginning of their name or by PIN code: areas inside the city, without a city towns first',
    tags,
    querystring: z.strictObject({
      q: z.literal('').or(line(80)).default(''),
      city: line(60).optional(),
      /** Places outside the city follow those inside it. */
      everywhere: z.literal('true').optional(),
      limit: z.coerce.number().int().min(1).max(10).default(10),
    }),
    response: { 200: z.object({ data: z.array(suggestion) }) },
  },
  config: { access: everyone },
})

export const geocode = endpoint({
  method: 'GET',
  url: '/api/places/geocode',
  schema: {
    summary: 'Where an address of area, city, state and India lies',
    tags,
    querystring: z.strictObject({ address: line(200) }),
    response: { 200: geocoding },
  },
  config: { access: everyone },
})

export const reverse = endpoint({
  method: 'GET',
  url: '/api/places/reverse',
  schema: {
    summary: 'Area, city and state of a point in India',
    tags,
    querystring: z.strictObject({
      lat: z.coerce.number().pipe(latitude.min(6).max(38)),
      lon: z.coerce.number().pipe(longitude.min(68).max(98)),
    }),
    response: { 200: geocoding },
  },
  config: { access: everyone },
})
