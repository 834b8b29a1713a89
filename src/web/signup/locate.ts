import type { Geocoding } from '#contract/reference/places.ts'
import type { LoadedForm } from './application.server.ts'

/** Location as field values; lat and lon are empty when it was chosen by name. */
export type FieldLocation = { state: string; city: string; area: string; lat: string; lon: string }

const timeoutMs = 15_000
/** Decimal places, about ten metres; the server does not publish the position. */
const decimalPlaces = 4

const getPosition = () =>
  new Promise<GeolocationPosition | null>((done) => {
    if (!navigator.geolocation) return done(null)
    navigator.geolocation.getCurrentPosition(done, () => done(null), { timeout: timeoutMs, enableHighAccuracy: true })
  })

/** Area, city and state of a geocoding result; null outside the offered cities. */
function toLocation({ results }: Geocoding, cities: LoadedForm['cities']): Omit<FieldLocation, 'lat' | 'lon'> | null {
  const parts = results[0]?.address_components ?? []
  const named = (type: string) => parts.find((one) => one.types.includes(type))?.long_name ?? ''
  const state = named('administrative_area_level_1')
  const area = named('sublocality_level_1')
  const names = ['locality', 'administrative_area_level_3', 'administrative_area_level_2'].map(named)
  const city = cities.find((one) => names.includes(one.value) && (state === '' || one.state === state))
  return city ? { state: city.state, city: city.value, area } : null
}

/** Location of the device; `denied` also if it is unavailable, `outside` if no offered city matches. */
export async function locate(cities: LoadedForm['cities']): Promise<FieldLocation | 'denied' | 'outside'> {
  const at = await getPosition()
  if (!at) return 'denied'
  const lat = at.coords.latitude.toFixed(decimalPlaces)
  const lon = at.coords.longitude.toFixed(decimalPlaces)
  try {
    const reply = await fetch(`/api/places/reverse?${new URLSearchParams({ lat, lon })}`)
    if (!reply.ok) return 'denied'
    const place = toLocation(await reply.json(), cities)
    return place ? { ...place, lat, lon } : 'outside'
  } catch {
    return 'denied'
  }
}
