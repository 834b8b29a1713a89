import { mapImage } from '#contract/mentors/application-sections.ts'
import type { Geocoding } from '#contract/reference/places.ts'

export type Pin = { lat: number; lon: number }
/** A geocoded point with its address. */
export type GeocodedPin = Pin & { address: string }

/** Rounds to about 100 m, so that the maps provider never gets the exact home. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1000) / 1000
const degreesPerPixel = 360 / (256 * 2 ** mapImage.zoom)

/** Moves a point by pixels of the map image. */
export const movePin = ({ lat, lon }: Pin, right: number, down: number): Pin => ({
  lat: roundDegrees(lat - down * degreesPerPixel * Math.cos((lat * Math.PI) / 180)),
  lon: roundDegrees(lon + right * degreesPerPixel),
})

/** Geocodes a point or a name; null without a result. */
export async function geocode(at: Pin | string, signal: AbortSignal): Promise<GeocodedPin | null> {
  const query = typeof at === 'string' ? { address: at } : { lat: String(at.lat), lon: String(at.lon) }
  try {
    const path = typeof at === 'string' ? 'geocode' : 'reverse'
    const reply = await fetch(`/api/places/${path}?${new URLSearchParams(query)}`, { signal })
    if (!reply.ok) return null
    const [found]: Geocoding['results'] = (await reply.json()).results
    if (!found) return null
    const { lat, lng } = found.geometry.location
    const pin = typeof at === 'string' ? { lat: roundDegrees(lat), lon: roundDegrees(lng) } : at
    return { ...pin, address: found.formatted_address }
  } catch {
    return null
  }
}

/** URL of the map image around a point. */
export const mapImageUrl = ({ lat, lon }: Pin): string =>
  `/api/mentor/application/map?${new URLSearchParams({ lat: String(lat), lon: String(lon) })}`
