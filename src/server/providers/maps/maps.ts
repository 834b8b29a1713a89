import { z } from 'zod'
import { mapImage } from '#contract/mentors/application-sections.ts'
import { type Geocoding, geocoding } from '#contract/reference/places.ts'
import type { Config } from '#server/config.ts'
import type { Limiter, Limits } from '#server/platform/limiter.ts'

type Box = { north: number; south: number; east: number; west: number }
/** A prediction: its name, context ("Indore, Madhya Pradesh, India") and kinds of place. */
export type Prediction = { main: string; secondary: string; kinds: string[] }

/**
 * An external maps provider. An unknown place is a valid reply. Nothing may be stored (Google's geocoding policies).
 * @throws Error on a time-out, failure, quota limit or refusal
 */
export type Maps = {
  /** Areas inside a box, or cities of India without one, whose names start with the text. */
  predict(text: string, box: Box | null): Promise<Prediction[]>
  geocode(address: string): Promise<Geocoding>
  reverse(point: { lat: number; lon: number }): Promise<Geocoding>
  /** JPEG map with a pin at the point, in the size and zoom of `mapImage`. */
  picture(point: { lat: number; lon: number }): Promise<Buffer>
}

const timeoutMs = 3000
/** Pause after a time-out, so that suggestions during typing do not each wait 3 seconds. */
const backoffMs = 30_000
/** Paid requests of all users in a day. */
const requestsPerDay = 10_000

const words = z.object({ text: z.string() })
const predictions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            structuredFormat: z.object({ mainText: words, secondaryText: words.optional() }),
            types: z.array(z.string()).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
})

const corners = z.object({ northeast: z.unknown(), southwest: z.unknown() })
const googleReply = z.object({
  status: z.string(),
  results: z
    .array(z.looseObject({ geometry: z.looseObject({ bounds: corners.optional(), viewport: corners.optional() }) }))
    .default([]),
})

const fieldMask = ['structuredFormat.mainText.text', 'structuredFormat.secondaryText.text', 'types']
  .map((field) => `suggestions.placePrediction.${field}`)
  .join(',')
const areaKinds = ['sublocality_level_1', 'sublocality', 'neighborhood', 'locality']

/** Google's Places (New), Geocoding and Maps Static. Geocoding reports failures with HTTP 200 and a status. */
function googleMaps({ key, placesUrl, geocodingUrl }: NonNullable<Config['googleMaps']>, perDay: Limiter): Maps {
  let restsUntil = 0
  async function ask<T>(url: string, read: (reply: Response) => Promise<T>, init: RequestInit = {}): Promise<T> {
    if (Date.now() < restsUntil) throw new Error('Google did not answer a moment ago')
    if ((await perDay.take('all')) > 0) throw new Error(`Google was asked ${requestsPerDay} times in a day`)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const reply = await fetch(url, { ...init, signal, redirect: 'error' })
      if (!reply.ok) throw new Error(`Google answered HTTP ${reply.status}`)
      return await read(reply)
    } catch (error) {
      if (signal.aborted) restsUntil = Date.now() + backoffMs
      throw error
    }
  }

  async function askGeocoding(about: Record<string, string>): Promise<Geocoding> {
    const query = new URLSearchParams({ ...about, language: 'en', key })
    const { status, results } = googleReply.parse(await ask(`${geocodingUrl}/maps/api/geocode/json?${query}`, readJson))
    if (status !== 'OK' && status !== 'ZERO_RESULTS') throw new Error(`Google answered ${status.slice(0, 40)}`)
    // Bounds are optional, the viewport is not.
    const whole = results.map(({ geometry, ...rest }) => ({
      ...rest,
      geometry: { ...geometry, bounds: geometry.bounds ?? geometry.viewport },
    }))
    const places = geocoding.shape.results.parse(whole).filter(isInsideIndia)
    return places.length > 0 ? { status: 'OK', results: places } : { status: 'ZERO_RESULTS', results: [] }
  }

  return {
    async predict(text, box) {
      const body = {
        input: text,
        includedRegionCodes: ['in'],
        includedPrimaryTypes: box ? areaKinds : ['(cities)'],
        languageCode: 'en',
        ...(box
          ? {
              locationRestriction: {
                rectangle: {
                  low: { latitude: box.south, longitude: box.west },
                  high: { latitude: box.north, longitude: box.east },
                },
              },
            }
          : {}),
      }
      const reply = await ask(`${placesUrl}/v1/places:autocomplete`, readJson, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fieldMask },
        body: JSON.stringify(body),
      })
      return predictions.parse(reply).suggestions.flatMap(({ placePrediction: one }) => {
        if (!one) return []
        const { mainText, secondaryText } = one.structuredFormat
        return [{ main: mainText.text, secondary: secondaryText?.text ?? '', kinds: one.types }]
      })
    },
    geocode: (address) => askGeocoding({ address, region: 'in', components: 'country:IN' }),
    reverse: (point) => askGeocoding({ latlng: roundedPoint(point) }),
    picture: (point) => {
      const { width, height, zoom } = mapImage
      const place = { center: roundedPoint(point), markers: roundedPoint(point), zoom: String(zoom), region: 'in' }
      const query = new URLSearchParams({ ...place, size: `${width}x${height}`, scale: '2', format: 'jpg', key })
      return ask(`${geocodingUrl}/maps/api/staticmap?${query}`, readPicture)
    },
  }
}

/** Rounds to about 100 m: enough to name an area, without sharing where someone lives. */
const roundedPoint = ({ lat, lon }: { lat: number; lon: number }) => `${lat.toFixed(3)},${lon.toFixed(3)}`

const readJson = (reply: Response): Promise<unknown> => reply.json()
async function readPicture(reply: Response): Promise<Buffer> {
  const type = reply.headers.get('content-type') ?? ''
  if (type !== 'image/jpeg') throw new Error(`Google answered ${type.slice(0, 40)} for a picture`)
  return Buffer.from(await reply.arrayBuffer())
}

/** Google answers an unknown address with the country it was restricted to. */
const isInsideIndia = ({ address_components: parts }: Geocoding['results'][number]) =>
  parts.some(({ types, short_name: country }) => types.includes('country') && country === 'IN') &&
  parts.some(({ types }) => types.some((type) => /locality|administrative_area/.test(type)))

/** The configured maps provider; null for the built-in gazetteer. */
export function createMaps({ googleMaps: config }: Config, limits: Limits): Maps | null {
  return config && googleMaps(config, limits('maps', { points: requestsPerDay, seconds: 86_400 }))
}
