import { type Subject, subjectFrom, subjectSlugs } from '#contract/catalogue.ts'
import { type City, cities, findCity } from '#server/places/gazetteer.ts'
import type { CityRow } from './queries.ts'

/** `new-delhi` of "New Delhi": the city in an address. */
export const citySlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const citiesBySlug = new Map(cities.map((city) => [citySlug(city.name), city]))

/** A city of ours by slug, name in either script or old spelling. Towns have no page: their names are not unique. */
export function landingCity(text: string): City | null {
  const named = citiesBySlug.get(text.toLowerCase()) ?? findCity(text.replaceAll('-', ' '))
  return named && cities.includes(named) ? named : null
}

/** A subject by slug, name or alias. */
export const landingSubject = (text: string): Subject | null =>
  subjectFrom(text) ?? subjectFrom(text.replaceAll('-', ' '))

/** One subject in one city of ours that has mentors. */
export type Landing = CityRow & { place: City }

/** The rows we have a page for, most mentors first. A mentor's city is free text, a subject may have left the catalogue. */
export function landingsOf(rows: readonly CityRow[]): Landing[] {
  const byName = new Map(cities.map((city) => [city.name, city]))
  return rows.flatMap((row) => {
    const place = byName.get(row.city)
    return place && subjectSlugs.includes(row.subject) ? [{ ...row, place }] : []
  })
}
