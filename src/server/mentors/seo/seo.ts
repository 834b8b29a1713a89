import { isOffered, type Subject, subjectFrom } from '#contract/reference/catalogue.ts'
import { type City, cities, derivedFromPlaces, findCity } from '#server/reference/places/places.ts'
import type { CityCount } from './queries.ts'

/** City slug for URLs, for example `new-delhi`. */
export const citySlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const openCities = derivedFromPlaces(() => cities.filter((city) => city.isShown))
const citiesBySlug = derivedFromPlaces(() => new Map(openCities().map((city) => [citySlug(city.name), city])))

/**
 * An open city by slug, name in either script, or former name. Towns have no page, because their names are not unique.
 */
export function landingCity(text: string): City | null {
  const named = citiesBySlug().get(text.toLowerCase()) ?? findCity(text.replaceAll('-', ' '))
  return named && openCities().includes(named) ? named : null
}

/** An offered subject by slug, name or alias. */
export function landingSubject(text: string): Subject | null {
  const subject = subjectFrom(text) ?? subjectFrom(text.replaceAll('-', ' '))
  return subject && isOffered('subject', subject) ? subject : null
}

/** A subject in an open city with mentors. */
export type Landing = CityCount & { place: City }

/** Counts of cities that have a page, in the same order. A mentor's city is free text. */
export function landingsOf(counts: readonly CityCount[]): Landing[] {
  const byName = new Map(openCities().map((city) => [city.name, city]))
  return counts.flatMap((one) => {
    const place = byName.get(one.city)
    return place ? [{ ...one, place }] : []
  })
}
