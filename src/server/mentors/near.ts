import { defaultPoint } from '#contract/limits.ts'
import { cities, findArea, findCity, states } from '#server/places/gazetteer.ts'

/** Where distance is measured from. A browser's own position is snapped, so that no home can be found by asking. */
export type Near = {
  lat: number
  lon: number
  label: string
  labelHi: string
  from: 'area' | 'city' | 'point' | 'default'
  /** A whole state, or nothing that we know: distance sorts, and limits nothing. */
  isWide: boolean
}

const gridDegrees = 0.0027 // 300 m
const fold = (text: string) => text.toLowerCase().replace(/[\s.]+/g, '')

/** The point of a filter: its area, else the browser's position, else its city, else its state's first city, else ours. */
export function nearOf(place: {
  area?: string | undefined
  city?: string | undefined
  state?: string | undefined
  lat?: number | undefined
  lon?: number | undefined
}): Near {
  const area = place.area ? findArea(place.area, place.city) : null
  if (area) return { lat: area.lat, lon: area.lon, label: area.name, labelHi: area.nameHi, from: 'area', isWide: false }
  if (place.lat !== undefined && place.lon !== undefined) {
    const snap = (degrees: number) => Math.round(Math.round(degrees / gridDegrees) * gridDegrees * 1e6) / 1e6
    return { lat: snap(place.lat), lon: snap(place.lon), label: '', labelHi: '', from: 'point', isWide: false }
  }
  const city = place.city ? findCity(place.city) : null
  if (city) return { lat: city.lat, lon: city.lon, label: city.name, labelHi: city.nameHi, from: 'city', isWide: false }
  const ours = findCity(defaultPoint.city)
  const { lat, lon } = defaultPoint
  const state = states.find(
    (one) => place.state && [one.name, one.nameHi].some((name) => fold(name) === fold(place.state ?? '')),
  )
  const first = cities.find((one) => one.state === state?.name)
  if (state && first)
    return { lat: first.lat, lon: first.lon, label: state.name, labelHi: state.nameHi, from: 'default', isWide: true }
  return {
    ...{ lat, lon, from: 'default' },
    ...{ label: defaultPoint.city, labelHi: ours?.nameHi ?? defaultPoint.city, isWide: place.state !== undefined },
  }
}
