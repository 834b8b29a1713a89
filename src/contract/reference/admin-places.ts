import { z } from 'zod'
import { listFile, listQuery, listReply } from '../admin/admin-lists.ts'
import { endpoint, onlyAdmins } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'
import { placeKinds } from './limits.ts'

const tags = ['admin'] as const

const query = listQuery(['name', 'mentors', 'families']).extend({
  order: z.enum(['asc', 'desc']).default('asc'),
  kind: z.enum(placeKinds).optional(),
  /** In this city or state. */
  within: z.uuid().optional(),
  status: z.enum(['shown', 'hidden']).optional(),
})

const count = z.number().int()
const named = z.object({ _id: z.uuid(), name: z.string(), nameHi: z.string() })
const place = z.object({
  _id: z.uuid(),
  kind: z.enum(placeKinds),
  name: z.string(),
  nameHi: z.string(),
  /** Search aliases, in either script. */
  aliases: z.array(z.string()),
  /** The state of a city, the city of an area. */
  parent: named.nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** A hidden place cannot be chosen; mentors and families already there stay. */
  status: z.enum(['shown', 'hidden']),
  /** 0 for an unchanged built-in place. */
  version: count,
  mentors: count,
  families: count,
})
export type AdminPlace = z.infer<typeof place>

export const adminPlaces = endpoint({
  method: 'GET',
  url: '/api/admin/places',
  schema: {
    summary:
      'States, cities and areas with their mentors and families; `q` searches names and aliases in either script',
    tags,
    querystring: query,
    response: { 200: listReply(place) },
  },
  config: { access: onlyAdmins },
})

export const adminPlacesFile = listFile(adminPlaces, 'The same list as a file')

const usage = z.object({
  mentors: count,
  drafts: count,
  families: count,
  reviews: count,
  parts: count,
})
export type PlaceUsage = z.infer<typeof usage>

export const adminPlace = endpoint({
  method: 'GET',
  url: '/api/admin/places/:id',
  schema: {
    summary: 'One place with its usage',
    tags,
    params: idParams,
    response: { 200: z.object({ data: place.extend({ usage }) }) },
  },
  config: { access: onlyAdmins },
})

const latin = /^[A-Za-z0-9][A-Za-z0-9 .,()&'/-]*$/
const point = {
  lat: z.number().min(6).max(38).multipleOf(0.000001).nullable(),
  lon: z.number().min(68).max(98).multipleOf(0.000001).nullable(),
}
const placeInput = z.strictObject({
  name: line(60).min(2).regex(latin, 'a name in English letters'),
  nameHi: line(60).regex(/[\u0900-\u097f]/, 'a name in Hindi letters'),
  aliases: z.array(line(60)).max(40),
  /** The state of a city, the city of an area, null of a state. */
  parent: z.uuid().nullable(),
  ...point,
  status: z.enum(['shown', 'hidden']),
  /** Confirms a point that is far from the city, or near a town of another state. */
  isPointSure: z.boolean().default(false),
})
export type PlaceInput = z.infer<typeof placeInput>

const saved = { 200: z.object({ data: place }) }
export const addPlace = endpoint({
  method: 'POST',
  url: '/api/admin/places',
  schema: {
    summary: 'Add a state, city or area, live at once',
    tags,
    body: placeInput.extend({ kind: z.enum(placeKinds) }),
    response: saved,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

/** The version the form was opened with. */
const version = z.number().int().min(0)
export const savePlace = endpoint({
  method: 'PUT',
  url: '/api/admin/places/:id',
  schema: {
    summary: 'Change a place; with a new name or parent its mentors and families follow',
    tags,
    params: idParams,
    body: placeInput.extend({ version }),
    response: saved,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const removePlace = endpoint({
  method: 'DELETE',
  url: '/api/admin/places/:id',
  schema: {
    summary: 'Remove a place that nobody uses',
    tags,
    params: idParams,
    querystring: z.strictObject({ version: z.coerce.number().int().min(0) }),
    response: { 200: z.object({ data: z.object({ _id: z.uuid() }) }) },
  },
  config: { access: onlyAdmins, role: 'operations' },
})

export const mergePlace = endpoint({
  method: 'POST',
  url: '/api/admin/places/:id/merge',
  schema: {
    summary: 'Merge a place without parts into `into`, which is of the same kind; its names become aliases',
    tags,
    params: idParams,
    body: z.strictObject({ into: z.uuid(), version }),
    response: saved,
  },
  config: { access: onlyAdmins, role: 'operations' },
})

const unknown = z.object({
  city: named,
  area: z.string(),
  mentors: count,
  /** The mean of its listed mentors' public points, to about a kilometre; the city's point without any. */
  lat: z.number(),
  lon: z.number(),
  /** The area of the city that sounds most alike, if one does. */
  like: named.nullable(),
})
export type UnknownArea = z.infer<typeof unknown>
export const unknownAreas = endpoint({
  method: 'GET',
  url: '/api/admin/places/unknown',
  schema: {
    summary: 'Areas that mentors name and no place has as a name, most mentors first, a hundred at most',
    tags,
    response: { 200: z.object({ data: z.array(unknown), total: count }) },
  },
  config: { access: onlyAdmins },
})
