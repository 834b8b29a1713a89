import type { Geocoding } from '#contract/reference/places.ts'
import { type Bounds, districtOf } from './gazetteer.ts'
import type { Located } from './locate.ts'

const areaDegrees = 0.015 // about 1.5 km each way

const noPlace: Geocoding = { status: 'ZERO_RESULTS', results: [] }

/** A place of the gazetteer as a Google Geocoding reply. */
export function geocodingOf(located: Located | null): Geocoding {
  if (!located) return noPlace
  const { area, city, isPartial } = located
  const { lat, lon } = area ?? city
  const box: Bounds = area
    ? { north: lat + areaDegrees, south: lat - areaDegrees, east: lon + areaDegrees, west: lon - areaDegrees }
    : city.bounds
  const component = (name: string, type: string) => ({ long_name: name, short_name: name, types: [type, 'political'] })
  return {
    status: 'OK',
    results: [
      {
        formatted_address: [...(area ? [area.name] : []), city.name, city.state, 'India'].join(', '),
        geometry: {
          location: { lat, lng: lon },
          bounds: { northeast: { lat: box.north, lng: box.east }, southwest: { lat: box.south, lng: box.west } },
        },
        address_components: [
          ...(area ? [component(area.name, 'sublocality_level_1')] : []),
          component(city.name, 'locality'),
          component(districtOf(city), 'administrative_area_level_3'),
          component(city.state, 'administrative_area_level_1'),
          { long_name: 'India', short_name: 'IN', types: ['country', 'political'] },
        ],
        ...(isPartial ? { partial_match: true } : {}),
      },
    ],
  }
}
