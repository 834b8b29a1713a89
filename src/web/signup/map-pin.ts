import { mapImage } from '#contract/mentors/application-sections.ts'
import type { Geocoding } from '#contract/reference/places.ts'

export type Pin = { lat: number; lon: number }
/** A place as the maps read it. */
export type Read = Pin & { address: string }

/** About a hundred metres: no map learns where exactly somebody lives. */
const round = (degrees: number) => Math.round(degrees * 1000) / 1000
const degreesOfPixel = 360 / (256 * 2 ** mapImage.zoom)

/** The point so many pixels of the picture to the right of and below another. */
export const moved = ({ lat, lon }: Pin, right: number, down: number): Pin => ({
  lat: round(lat - down * degreesOfPixel * Math.cos((lat * Math.PI) / 180)),
  lon: round(lon + right * degreesOfPixel),
})

/** What the maps say about a point, or about a name when there is no point yet; null when they say nothing. */
export async function readPlace(at: Pin | string, signal: AbortSignal): Promise<Read | null> {
  const query = typeof at === 'string' ? { address: at } : { lat: String(at.lat), lon: String(at.lon) }
  try {
    const path = typeof at === 'string' ? 'geocode' : 'reverse'
    const reply = await fetch(`/api/places/${path}?${new URLSearchParams(query)}`, { signal })
    if (!reply.ok) return null
    const [found]: Geocoding['results'] = (await reply.json()).results
    if (!found) return null
    const { lat, lng } = found.geometry.location
    const pin = typeof at === 'string' ? { lat: round(lat), lon: round(lng) } : at
    return { ...pin, address: found.formatted_address }
  } catch {
    return null
  }
}

/** The picture of the map around a point. */
export const pictureOf = ({ lat, lon }: Pin): string =>
  `/api/mentor/application/map?${new URLSearchParams({ lat: String(lat), lon: String(lon) })}`
