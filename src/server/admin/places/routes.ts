import * as contract from '#contract/reference/admin-places.ts'
import { maxPlaceCount } from '#contract/reference/limits.ts'
import type { Feature } from '#server/context.ts'
import { auditListFile } from '#server/platform/audit.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { listAll, listPage } from '#server/platform/listing.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { readPlaces } from '#server/reference/places/places.ts'
import { mergePlace } from './merge.ts'
import { addPlace, removePlace, savePlace, usageOf } from './places.ts'
import { type PlaceRow, type PlaceSort, placeList, placeRow } from './rows.ts'
import { unknownAreas } from './unknown-areas.ts'

/** Endpoints of admins for states, cities and areas. */
export const adminPlacesRoutes: Feature = (app, context) => {
  const { db, cursors } = context
  async function one(id: string) {
    return orNotFound(await placeRow(db, id))
  }

  app.route({
    ...contract.adminPlaces,
    handler: async ({ query }) =>
      await listPage<PlaceRow, PlaceSort>(db, cursors, placeList(query, maxPlaceCount), query),
  })
  app.route({
    ...contract.adminPlacesFile,
    handler: async (request, reply) => {
      const { query } = request
      await auditListFile(db, requireViewer(request), 'places', query)
      const head = [
        'kind',
        'name',
        'name in Hindi',
        'other names',
        'in',
        'latitude',
        'longitude',
        'status',
        'mentors',
        'families',
      ]
      const rows = listAll<PlaceRow, PlaceSort>(db, placeList(query, null), query)
      return sendCsv(reply, 'places', head, rows, (row) => [
        ...[row.kind, row.name, row.nameHi, row.aliases.join(', '), row.parent?.name, row.lat, row.lon],
        ...[row.status, row.mentors, row.families],
      ])
    },
  })
  app.route({ ...contract.unknownAreas, handler: async () => await unknownAreas(db) })
  app.route({
    ...contract.adminPlace,
    handler: async ({ params }) => {
      const row = await one(params.id)
      const places = await readPlaces(db)
      const place = orNotFound(places.find(({ _id }) => _id === row._id))
      return { data: { ...row, usage: await usageOf(db, places, place) } }
    },
  })
  app.route({
    ...contract.addPlace,
    handler: async (request) => ({ data: await one(await addPlace(context, requireViewer(request), request.body)) }),
  })
  app.route({
    ...contract.savePlace,
    handler: async (request) => {
      await savePlace(context, requireViewer(request), request.params.id, request.body)
      return { data: await one(request.params.id) }
    },
  })
  app.route({
    ...contract.removePlace,
    handler: async (request) => {
      await removePlace(context, requireViewer(request), request.params.id, request.query.version)
      return { data: { _id: request.params.id } }
    },
  })
  app.route({
    ...contract.mergePlace,
    handler: async (request) => {
      await mergePlace(context, requireViewer(request), request.params.id, request.body)
      return { data: await one(request.body.into) }
    },
  })
}
