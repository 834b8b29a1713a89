import { totalCap } from '#contract/limits.ts'
import * as contract from '#contract/mentors.ts'
import type { Feature, Parts } from '#server/app.ts'
import { areas, findCity } from '#server/places/gazetteer.ts'
import { AppError } from '#server/platform/errors.ts'
import { keptFor } from './counts.ts'
import { subjectFacets } from './facets.ts'
import { termsOf } from './filter-tags.ts'
import { understand } from './free-text.ts'
import { nearOf } from './near.ts'
import * as rows from './queries.ts'
import { countFound, type Position, searchPage } from './search.ts'
import { readNameWords } from './vocabulary.ts'

const figures = keptFor<Awaited<ReturnType<typeof rows.figures>>>()
const kmShown = (km: number) => Math.round(km * 10) / 10

async function listMentors({ db, cursors }: Parts, given: contract.MentorFilter): Promise<contract.MentorList> {
  const { filter, isNothing, ...text } = understand(given, await readNameWords(db))
  const near = nearOf(filter)
  const { cursor, limit: _, ...rest } = given
  const list = `mentors:${near.lat},${near.lon}:${JSON.stringify(Object.entries(rest).sort())}`
  const after = cursor ? cursors.read<{ position: Position; total: number }>(list, cursor) : null
  const question = { near, filter, terms: termsOf(filter, text) }
  const place = { label: near.label, labelHi: near.labelHi, from: near.from }
  if (isNothing) return { data: [], nextCursor: null, total: 0, near: place }
  // Counted once: later pages carry the total in their cursor.
  const counting = after ? Promise.resolve(after.total) : countFound(db, question)
  const known = filter.sort === 'best' ? null : await counting
  const { found, more } = await searchPage(db, question, after?.position ?? null, known)
  const ids = found.map((one) => one.id)
  const [mentors, total, facets] = await Promise.all([
    rows.visibleMentorsById(db, ids),
    counting,
    after ? null : subjectFacets(db, question),
  ])
  const places = new Map(found.map((one) => [one.id, one]))
  const last = found.at(-1)
  return {
    data: mentors.map((mentor) => {
      const { km = null, inRange = null } = places.get(mentor._id) ?? {}
      return { ...mentor, distance: km === null ? null : kmShown(km), inRange }
    }),
    nextCursor: more && last ? cursors.write(list, { position: last.position, total }) : null,
    total: total > totalCap ? { atLeast: totalCap } : total,
    near: place,
    ...(facets ? { facets } : {}),
  }
}

type Place = Parameters<typeof nearOf>[0]

/** With how far they are. Without a point there is no distance worth telling: a link may have been opened from anywhere. */
async function withPlaces({ db }: Parts, mentors: readonly contract.PublicMentor[], place: Place) {
  const near = nearOf(place)
  if (near.from === 'default') return [...mentors]
  const ids = mentors.map((one) => one._id)
  const places = await rows.distancesFrom(db, ids, near)
  return mentors.map((one) => {
    const at = places.get(one._id)
    return at ? { ...one, distance: kmShown(at.km), inRange: at.inRange } : one
  })
}

export const mentorsRoutes: Feature = (app, parts) => {
  const { db } = parts
  app.route({ ...contract.searchMentors, handler: (request) => listMentors(parts, request.query) })
  app.route({ ...contract.visibleMentors, handler: (request) => listMentors(parts, request.query) })
  app.route({ ...contract.goldMentors, handler: (request) => listMentors(parts, { ...request.query, tier: 'gold' }) })

  app.route({
    ...contract.selectedMentors,
    handler: async (request) => {
      const { id, ...place } = request.query
      const mentors = await rows.visibleMentorsById(db, await rows.visibleIds(db, id))
      return { mentors: await withPlaces(parts, mentors, place) }
    },
  })

  app.route({
    ...contract.similarMentors,
    handler: async (request) => {
      const { limit } = request.query
      const mentor = await rows.traitsOf(db, request.params.id)
      if (!mentor) throw new AppError('not-found')
      const { area, city, subject } = mentor
      const wish = { city, ...(area && { area }), ...(subject && { subject: [subject] }), limit: limit + 1 }
      const { data } = await listMentors(parts, contract.mentorFilter.parse(wish))
      return { data: data.filter((one) => one._id !== mentor.id).slice(0, limit), near: { area, city, subject } }
    },
  })

  app.route({ ...contract.homeFigures, handler: async () => ({ data: await figures(db, '', () => rows.figures(db)) }) })

  app.route({
    ...contract.oneMentor,
    handler: async (request) => {
      const { id } = request.params
      const mentor = await rows.findMentor(db, id, request.viewer?.mentorId ?? null)
      if (!mentor) throw new AppError((await rows.traitsOf(db, id)) ? 'mentor-gone' : 'not-found')
      const [shown = mentor] = await withPlaces(parts, [mentor], request.query)
      return { data: shown }
    },
  })

  app.route({
    ...contract.listAreas,
    handler: async (request) => {
      const city = request.query.city ? findCity(request.query.city) : null
      if (request.query.city && !city) throw new AppError('not-found')
      const chosen = city ? areas.filter((area) => area.city === city.name) : areas
      return {
        data: chosen.map(({ name, nameHi, city: of }) => ({
          name,
          nameHi,
          city: of,
          cityHi: findCity(of)?.nameHi ?? of,
        })),
      }
    },
  })
}
