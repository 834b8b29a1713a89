import type { FastifyBaseLogger } from 'fastify'
import type { Geocoding, Suggestion } from '#contract/reference/places.ts'
import type { Maps, Prediction } from '#server/providers/maps/maps.ts'
import { type City, findArea, placesNamed } from './gazetteer.ts'
import { geocodingOf } from './geocoding.ts'
import { locate, nearest } from './locate.ts'
import { isPin, placesAtPin } from './pins.ts'
import { suggest, suggestEdited, suggestionOf } from './suggest.ts'

type SearchContext = { maps: Maps | null; log: FastifyBaseLogger }

/** Asks the configured maps provider, and falls back to the gazetteer if there is none or it fails. */
async function withMapsOrGazetteer<T>(
  { maps, log }: SearchContext,
  ask: (maps: Maps) => Promise<T>,
  fromGazetteer: () => T,
): Promise<T> {
  if (!maps) return fromGazetteer()
  try {
    return await ask(maps)
  } catch (error) {
    log.warn({ err: error }, 'maps provider failed, falling back to the gazetteer')
    return fromGazetteer()
  }
}

/** A suggestion from a provider's prediction, with our spelling and coordinates if the place is known; null if it is hidden. */
function toSuggestion({ main, secondary }: Prediction, inside: City | null): Suggestion | null {
  const qualifiers = secondary.split(', ').filter((part) => part !== 'India')
  const state = qualifiers.at(-1) ?? ''
  const known = inside ? findArea(main, inside.name) : placesNamed(main).find((city) => city.state === state)
  if (known) return known.isShown ? suggestionOf(known, inside) : null
  const label = [main, ...(inside ? [inside.name] : qualifiers)].join(', ')
  return {
    label,
    labelHi: label,
    area: inside ? main : '',
    city: inside?.name ?? main,
    state: inside?.state ?? state,
    lat: null,
    lon: null,
  }
}

/** `everywhere`: places outside the city follow those inside it. */
export async function suggestPlaces(
  context: SearchContext,
  text: string,
  { inside, everywhere }: { inside: City | null; everywhere: boolean },
  limit: number,
): Promise<Suggestion[]> {
  if (isPin(text) && (everywhere || !inside))
    return placesAtPin(text)
      .slice(0, limit)
      .map((place) => suggestionOf(place, null))
  const found = await suggestIn(context, text, inside, limit)
  if (!inside || !everywhere || text === '' || found.length >= limit) return found
  const labels = new Set(found.map(({ label }) => label))
  const beyond = await suggestIn(context, text, null, limit)
  return [...found, ...beyond.filter(({ label }) => !labels.has(label))].slice(0, limit)
}

function suggestIn(context: SearchContext, text: string, inside: City | null, limit: number): Promise<Suggestion[]> {
  // Before anything is typed, the gazetteer suffices and saves a paid request.
  return withMapsOrGazetteer(
    text === '' ? { ...context, maps: null } : context,
    async (maps) => {
      const predictions = (await maps.predict(text, inside?.bounds ?? null)).flatMap(
        (prediction) => toSuggestion(prediction, inside) ?? [],
      )
      const edited = suggestEdited(text, inside, limit).filter((suggestion) =>
        predictions.every(({ label }) => label !== suggestion.label),
      )
      return [...edited, ...predictions].slice(0, limit)
    },
    () => suggest(text, inside, limit),
  )
}

export async function geocodeAddress(context: SearchContext, address: string): Promise<Geocoding> {
  const found = await withMapsOrGazetteer(
    context,
    (maps) => maps.geocode(address),
    () => geocodingOf(locate(address)),
  )
  if (found.status !== 'OK') context.log.warn(`Unable to get location for: ${address}`)
  return found
}

export async function reverseGeocode(context: SearchContext, point: { lat: number; lon: number }): Promise<Geocoding> {
  return await withMapsOrGazetteer(
    context,
    (maps) => maps.reverse(point),
    () => geocodingOf(nearest(point)),
  )
}
