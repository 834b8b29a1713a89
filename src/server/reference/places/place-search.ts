import type { FastifyBaseLogger } from 'fastify'
import type { Geocoding, Suggestion } from '#contract/reference/places.ts'
import type { Maps, Prediction } from '#server/providers/maps/maps.ts'
import { type City, findArea, placesNamed } from './gazetteer.ts'
import { geocodingOf } from './geocoding.ts'
import { locate, nearest } from './locate.ts'
import { suggest, suggestionOf, suggestOurs } from './suggest.ts'

type Asked = { maps: Maps | null; log: FastifyBaseLogger }

/** Asks the configured maps provider, and falls back to the gazetteer if there is none or it fails. */
async function mapsOr<T>({ maps, log }: Asked, ask: (maps: Maps) => Promise<T>, fromGazetteer: () => T): Promise<T> {
  if (!maps) return fromGazetteer()
  try {
    return await ask(maps)
  } catch (error) {
    log.warn({ err: error }, 'maps provider failed, falling back to the gazetteer')
    return fromGazetteer()
  }
}

/** A suggestion from a provider's prediction, with our spelling and coordinates if the place is known; null if it is hidden. */
function predicted({ main, secondary }: Prediction, inside: City | null): Suggestion | null {
  const behind = secondary.split(', ').filter((part) => part !== 'India')
  const state = behind.at(-1) ?? ''
  const known = inside ? findArea(main, inside.name) : placesNamed(main).find((city) => city.state === state)
  if (known) return known.isShown ? suggestionOf(known, inside) : null
  const label = [main, ...(inside ? [inside.name] : behind)].join(', ')
  return {
    ...{ label, labelHi: label, area: inside ? main : '', city: inside?.name ?? main },
    ...{ state: inside?.state ?? state, lat: null, lon: null },
  }
}

export function suggestPlaces(asked: Asked, text: string, inside: City | null, limit: number): Promise<Suggestion[]> {
  // Before anything is typed, the gazetteer suffices and saves a paid request.
  return mapsOr(
    text === '' ? { ...asked, maps: null } : asked,
    async (maps) => {
      const theirs = (await maps.predict(text, inside?.bounds ?? null)).flatMap((one) => predicted(one, inside) ?? [])
      const ours = suggestOurs(text, inside, limit).filter((one) => theirs.every(({ label }) => label !== one.label))
      return [...ours, ...theirs].slice(0, limit)
    },
    () => suggest(text, inside, limit),
  )
}

export async function geocodeAddress(asked: Asked, address: string): Promise<Geocoding> {
  const found = await mapsOr(
    asked,
    (maps) => maps.geocode(address),
    () => geocodingOf(locate(address)),
  )
  if (found.status !== 'OK') asked.log.warn(`Unable to get location for: ${address}`)
  return found
}

export async function placeAt(asked: Asked, point: { lat: number; lon: number }): Promise<Geocoding> {
  return await mapsOr(
    asked,
    (maps) => maps.reverse(point),
    () => geocodingOf(nearest(point)),
  )
}
