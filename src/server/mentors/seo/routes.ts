import * as contract from '#contract/mentors/seo.ts'
import type { Subject } from '#contract/reference/catalogue.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Feature } from '#server/context.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { type City, derivedFromPlaces, findArea, kmBetween } from '#server/reference/places/places.ts'
import { type CityFigures, countsByCity, figuresOf, firstInCity } from './queries.ts'
import { citySlug, type Landing, landingCity, landingSubject, landingsOf } from './seo.ts'
import { siteFiles } from './site-files.ts'
import { staleWhileRevalidate } from './stale-while-revalidate.ts'

const countsMs = 60_000
const figuresMs = 10 * 60_000
/** Fills rows of two and of four. */
const cardsOnPage = 6
const maxAreas = 6
/** Related pages compared by fees. Each costs one cached query. */
const maxCompared = 6
const maxComparedCities = 12

const toCity = ({ name, nameHi }: City) => ({ slug: citySlug(name), name, nameHi })

function feesOf({ fromPaise, medianPaise, toPaise }: CityFigures) {
  if (fromPaise === null || medianPaise === null || toPaise === null) return null
  return { from: rupees(fromPaise), median: rupees(medianPaise), to: rupees(toPaise) }
}

export const seoRoutes: Feature = (app, context) => {
  const { replicas } = context
  // Counts depend on the places an admin can edit.
  const counts = derivedFromPlaces(() => staleWhileRevalidate(countsMs, () => replicas.read(null, countsByCity)))
  const landings = async () => landingsOf(await counts()())
  // Bounded by the subjects of the catalogue times the cities.
  const figureCaches = derivedFromPlaces(() => new Map<string, () => Promise<CityFigures>>())
  const figures = (subject: Subject, city: City) => {
    const key = `${subject}/${city.name}`
    const cache = figureCaches()
    const read = () => replicas.read(null, (db) => figuresOf(db, subject, city.name, maxAreas))
    const known = cache.get(key) ?? staleWhileRevalidate(figuresMs, read)
    cache.set(key, known)
    return known()
  }

  const compared = async ({ subject, place, mentors }: Landing) => ({
    mentors,
    fees: feesOf(await figures(subject, place)),
  })

  app.route({
    ...contract.tutorsInCity,
    handler: async (request) => {
      const subject = orNotFound(landingSubject(request.params.subject))
      const city = orNotFound(landingCity(request.params.city))
      const [all, first, seen] = await Promise.all([
        landings(),
        replicas.read(request, (db) => firstInCity(db, subject, city.name, cardsOnPage)),
        figures(subject, city),
      ])
      const own = all.find((one) => one.subject === subject && one.place === city)
      const subjects = all.filter((one) => one.place === city && one.subject !== subject).slice(0, maxCompared)
      const near = all
        .filter((one) => one.subject === subject && one.place !== city)
        .map((one) => ({ ...one, km: Math.round(kmBetween(one.place, city)) }))
        .sort((a, b) => a.km - b.km)
        .slice(0, maxCompared)
      return {
        data: {
          subject,
          city: toCity(city),
          mentors: own?.mentors ?? 0,
          online: own?.online ?? 0,
          fees: own ? feesOf(seen) : null,
          areas: ((own && seen.areas) ?? []).map(({ area, mentors, fromPaise }) => ({
            name: area,
            nameHi: findArea(area, city.name)?.nameHi ?? area,
            mentors,
            from: fromPaise === null ? null : rupees(fromPaise),
          })),
          first,
          otherSubjects: await Promise.all(
            subjects.map(async (one) => ({ subject: one.subject, ...(await compared(one)) })),
          ),
          otherCities: await Promise.all(
            near.map(async (one) => ({ ...toCity(one.place), km: one.km, ...(await compared(one)) })),
          ),
        },
      }
    },
  })

  app.route({
    ...contract.tutorSubjects,
    handler: async () => {
      const bySubject = Map.groupBy(await landings(), ({ subject }) => subject)
      // The first city of a subject has the most mentors.
      const all = [...bySubject].flatMap(([subject, [first, ...rest]]) =>
        first ? [{ subject, first, mentors: rest.reduce((sum, one) => sum + one.mentors, first.mentors) }] : [],
      )
      const data = []
      // One after the other, so that many uncached subjects do not take every connection.
      for (const { subject, first, mentors } of all.sort((a, b) => b.mentors - a.mentors))
        data.push({ subject, mentors, city: { ...toCity(first.place), ...(await compared(first)) } })
      return { data }
    },
  })

  app.route({
    ...contract.tutorsOfSubject,
    handler: async (request) => {
      const subject = orNotFound(landingSubject(request.params.subject))
      const cities = (await landings()).filter((one) => one.subject === subject)
      const mentors = cities.reduce((sum, one) => sum + one.mentors, 0)
      const withFees = await Promise.all(cities.slice(0, maxComparedCities).map(compared))
      return {
        data: {
          subject,
          mentors,
          cities: cities.map((one, index) => ({
            ...toCity(one.place),
            ...(withFees[index] ?? { mentors: one.mentors, fees: null }),
          })),
        },
      }
    },
  })

  siteFiles(app, context, landings)
}
