import type { FastifyRequest } from 'fastify'
import { maxExactTotal } from '#contract/mentors/limits.ts'
import * as contract from '#contract/mentors/mentors.ts'
import type { Context, Feature } from '#server/context.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { areas, findCity } from '#server/reference/places/places.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { cachePerDatabase } from './counts.ts'
import { subjectFacets } from './facets.ts'
import { termsOf } from './filter-tags.ts'
import { parseQuery } from './free-text.ts'
import { resolveNear } from './near.ts'
import * as rows from './queries.ts'
import { type Position, searchCards } from './search.ts'
import { aboutOf, keptTotal } from './totals.ts'
import { readNameWords } from './vocabulary.ts'

const figureCache = cachePerDatabase<Awaited<ReturnType<typeof rows.countFigures>>>()
const roundKm = (km: number) => Math.round(km * 10) / 10

/**
 * One page of the list. Cards are spliced in as stored JSON, because parsing and serialising them takes half of the
 * time.
 */
async function findPage({ db: primary, cursors, kept }: Context, db: Db, given: contract.MentorFilter, isMain = false) {
  // So many words are kept once, not for each replica.
  const { filter, isNothing, ...text } = parseQuery(given, await readNameWords(primary))
  const near = resolveNear(filter)
  const { cursor, limit: _, ...rest } = given
  const list = `mentors:${isMain}:${near.lat},${near.lon}:${JSON.stringify(Object.entries(rest).sort())}`
  const after = cursor ? cursors.read<{ position: Position; total: number }>(list, cursor) : null
  const search = { near, filter, terms: termsOf(filter, text), isMain }
  const place = {
    label: near.label,
    labelHi: near.labelHi,
    from: near.from,
    of: near.place?.kind ?? ('around' as const),
    city: near.place?.city ?? '',
  }
  if (isNothing) return { cards: [], page: { nextCursor: null, total: 0, near: place }, about: null }
  // Counted on the first page only; later cursors contain the total.
  const [{ found, more, total }, facets] = await Promise.all([
    searchCards(db, search, after?.position ?? null, after?.total ?? (await keptTotal(db, kept, search))),
    after ? null : subjectFacets(db, kept, search),
  ])
  const last = found.at(-1)
  // Distances from the centre of a state or an unknown city mean nothing.
  const isMeasured = near.from !== 'default' || (filter.city ?? filter.state) === undefined
  return {
    cards: found.map(({ card, km, inRange }) =>
      isMeasured ? withDistance(card, km === null ? null : roundKm(km), inRange) : withDistance(card, null, null),
    ),
    page: {
      nextCursor: more && last ? cursors.write(list, { position: last.position, total }) : null,
      total: total > maxExactTotal ? { atLeast: maxExactTotal } : total,
      near: place,
      ...(facets ? { facets } : {}),
    } satisfies Omit<contract.MentorList, 'data'>,
    // What a text means depends on the names of all mentors.
    about: given.q === undefined ? await aboutOf(db, search) : null,
  }
}

const withDistance = (card: string, distance: number | null, inRange: boolean | null) =>
  `${card.slice(0, -1)},"distance":${distance},"inRange":${inRange}}`

/**
 * The list's reply, kept until a mentor it can contain changes. In bytes, because one Hindi word would make all of its
 * text slow to encode.
 */
const listJson = (
  context: Context,
  request: FastifyRequest,
  given: contract.MentorFilter,
  isMain = false,
): Promise<Buffer> =>
  context.kept
    .of<Buffer>('list', ({ length }) => length)
    .answer(`${isMain}${JSON.stringify(given)}`, async () => {
      const { cards, page, about } = await context.replicas.read(request, (db) => findPage(context, db, given, isMain))
      const pieces = cards.flatMap((card, i) => (i === 0 ? [card] : [',', card]))
      const texts = ['{"data":[', ...pieces, `],${JSON.stringify(page).slice(1)}`]
      return { value: Buffer.concat(texts.map((text) => Buffer.from(text))), about }
    })

/** A handler that sends serialised JSON. Returning the reply instead would wait for its stream. */
const sendList = (reply: { type(name: string): unknown }, text: Buffer): never => {
  reply.type('application/json; charset=utf-8')
  return text as never // safe: the tests read it with the contract's schema
}

type LocationInput = Parameters<typeof resolveNear>[0]

/** Adds distances from a place. Without one there is no useful origin, since a link may be opened anywhere. */
async function withDistances(db: Db, mentors: readonly contract.PublicMentor[], place: LocationInput) {
  const near = resolveNear(place)
  if (near.from === 'default') return [...mentors]
  const ids = mentors.map((one) => one._id)
  const places = await rows.distancesFrom(db, ids, near)
  return mentors.map((one) => {
    const at = places.get(one._id)
    return at ? { ...one, distance: roundKm(at.km), inRange: at.inRange } : one
  })
}

export const mentorsRoutes: Feature = (app, context) => {
  const { replicas } = context
  app.route({
    ...contract.searchMentors,
    handler: async (request, reply) => sendList(reply, await listJson(context, request, request.query)),
  })
  app.route({
    ...contract.visibleMentors,
    handler: async (request, reply) => sendList(reply, await listJson(context, request, request.query)),
  })
  app.route({
    ...contract.goldMentors,
    handler: async (request, reply) => {
      const { gold } = await replicas.read(request, (db) => readSetting(db, 'switches'))
      // Gold positions are for mentors who travel to the family.
      if (gold) return sendList(reply, await listJson(context, request, { ...request.query, tier: 'gold' }, true))
      const { page } = await replicas.read(request, (db) => findPage(context, db, { ...request.query, limit: 1 }))
      return { data: [], nextCursor: null, total: 0, near: page.near }
    },
  })

  app.route({
    ...contract.selectedMentors,
    handler: async (request) => {
      const { id, ...place } = request.query
      return await replicas.read(request, async (db) => {
        const mentors = await rows.visibleMentorsById(db, await rows.visibleIds(db, id))
        return { mentors: await withDistances(db, mentors, place) }
      })
    },
  })

  app.route({
    ...contract.similarMentors,
    handler: async (request) => {
      const { limit } = request.query
      return await replicas.read(request, async (db) => {
        const mentor = orNotFound(await rows.traitsOf(db, request.params.id))
        const { area, city, state, subject } = mentor
        const criteria = {
          state,
          city,
          ...(area && { area }),
          ...(subject && { subject: [subject] }),
          limit: limit + 1,
        }
        const others = async (where: object) => {
          const { cards } = await findPage(context, db, contract.mentorFilter.parse({ ...criteria, ...where }))
          return cards.map((card): contract.PublicMentor => JSON.parse(card)).filter((one) => one._id !== mentor.id)
        }
        const nearby = await others({})
        const online = nearby.length < limit ? await others({ mode: ['online'], elsewhere: 'true' }) : []
        return { data: [...nearby, ...online].slice(0, limit), near: { area, city, subject } }
      })
    },
  })

  app.route({
    ...contract.homeFigures,
    handler: async (request) => {
      const [counts, on] = await replicas.read(request, (db) =>
        Promise.all([figureCache(db, '', () => rows.countFigures(db)), readSetting(db, 'homeFigures')]),
      )
      const shown = (['mentors', 'families', 'subjects', 'rating'] as const).filter((name) => on[name])
      return { data: { ...counts, shown } }
    },
  })

  app.route({
    ...contract.oneMentor,
    handler: async (request) => {
      const { id } = request.params
      return await replicas.read(request, async (db) => {
        const mentor = await rows.findMentor(db, id, request.viewer?.mentorId ?? null)
        if (!mentor) throw new AppError((await rows.traitsOf(db, id)) ? 'mentor-gone' : 'not-found')
        const [shown = mentor] = await withDistances(db, [mentor], request.query)
        return { data: shown }
      })
    },
  })

  app.route({
    ...contract.listAreas,
    handler: async (request) => {
      const city = request.query.city ? findCity(request.query.city) : null
      if (request.query.city && !city) throw new AppError('not-found')
      const chosen = city ? areas.filter((area) => area.city === city.name) : areas
      return {
        data: chosen.map(({ name, nameHi, city: of, isShown }) => ({
          name,
          nameHi,
          city: of,
          isShown,
          cityHi: findCity(of)?.nameHi ?? of,
        })),
      }
    },
  })
}
