import { z } from 'zod'
import {
  checkKinds,
  classModes,
  experiences,
  genders,
  teachingModeIds,
  tiers,
  weekdays,
} from '../reference/catalogue.ts'
import { endpoint, everyone, mentorOrAdmin } from '../wire/endpoint.ts'
import { cursor, gradeField, idParams, line, subjectField, subjectSlug, total } from '../wire/fields.ts'
import { application } from './application-rules.ts'
import { checkBases, checkMethods } from './check-evidence.ts'
import { listPage, maxSelectedMentors, priceFilter } from './limits.ts'

const tags = ['mentors'] as const

/** Accepts one query value or several, up to `max`. */
const oneOrMany = <T extends z.ZodType>(one: T, max: number) =>
  z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(one).max(max).optional(),
  )

/** Filters of the list, with the same names in page URLs and on the API (product.md §10). */
export const mentorFilter = z.strictObject({
  q: line(80).optional(),
  class: gradeField.optional(),
  subject: oneOrMany(subjectField, 10),
  state: line(60).optional(),
  city: line(60).optional(),
  area: line(80).optional(),
  min: z.coerce.number().int().min(priceFilter.min).max(priceFilter.max).optional(),
  max: z.coerce.number().int().min(priceFilter.min).max(priceFilter.max).optional(),
  mode: oneOrMany(z.enum(classModes), classModes.length),
  board: line(40).optional(),
  gender: z.enum(genders).optional(),
  days: oneOrMany(z.enum([...weekdays, 'weekdays', 'weekend']), 9),
  language: line(40).optional(),
  rating: z.coerce.number().min(1).max(5).optional(),
  tier: z.enum(tiers).optional(),
  lat: z.coerce.number().min(6).max(38).optional(),
  lon: z.coerce.number().min(68).max(98).optional(),
  /** Kilometres. Without a city or state: around the point; otherwise limits the mentors of the place by distance. */
  within: z.coerce.number().min(1).max(5000).optional(),
  /** Only with `mode=online`: excludes mentors who live in the place or travel there. */
  elsewhere: z.enum(['true', 'false']).optional(),
  sort: z.enum(['best', 'distance', 'price', 'rating']).default('best'),
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(listPage.max).default(listPage.default),
})
export type MentorFilter = z.output<typeof mentorFilter>
export type MentorFilterInput = z.input<typeof mentorFilter>

const price = z.object({ selected: z.literal(true), monthlyPrice: z.number() })

/** The public fields of a mentor. No other field is ever public (product.md §2). */
export const publicMentor = z.object({
  _id: z.uuid(),
  slug: z.string(),
  fullName: z.string(),
  profilePhoto: z.string().nullable(),
  gender: z.enum(genders),
  qualifications: z.object({
    highestQualification: z.string(),
    specialization: z.string(),
    university: z.string(),
    graduationYear: z.number().nullable(),
    display: z.string(),
  }),
  experience: z.enum(experiences),
  location: z.object({ area: z.string(), city: z.string(), state: z.string() }),
  distance: z.number().nullable(),
  inRange: z.boolean().nullable(),
  teachingRange: z.string(),
  teachingModes: z.partialRecord(z.enum(teachingModeIds), price),
  teachesOnline: z.boolean(),
  onlinePrice: z.number().nullable(),
  teachingPreferences: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  availableDays: z.array(z.enum(weekdays)),
  dailyHours: z.number(),
  /** The admin's text while it is visible, else the mentor's own. */
  brief: z.string(),
  /** Lower ranks first; 10 unless an admin set another. */
  adminRanking: z.number().int(),
  /** Empty unless `adminBriefVisible`. */
  adminBrief: z.string(),
  adminBriefVisible: z.boolean(),
  showOnWebsite: z.boolean(),
  rating: z.number().nullable(),
  ratingCount: z.number(),
  tier: z.enum(tiers),
  checks: z.array(
    z.object({
      kind: z.enum(checkKinds),
      state: z.enum(['pending', 'passed']),
      /** Codes of the evidence and the method. */
      basis: z.enum([...checkBases, '']),
      method: z.enum([...checkMethods, '']),
      /** Code of the degree on the certificate seen. */
      degree: z.string(),
      degreeYear: z.number().int().nullable(),
      /** Date of issue of the police certificate. */
      issuedOn: z.string().nullable(),
      checkedOn: z.string().nullable(),
      validUntil: z.string().nullable(),
    }),
  ),
  teachingVideo: z.string().nullable(),
})
export type PublicMentor = z.infer<typeof publicMentor>

const near = z.object({
  label: z.string(),
  labelHi: z.string(),
  from: z.enum(['area', 'city', 'point', 'default']),
  /**
   * Scope of the list: mentors who live in or travel to the city (or anywhere in the state), or everyone around the
   * point.
   */
  of: z.enum(['city', 'state', 'around']),
  /** Name of the city; empty when unknown. */
  city: z.string(),
})
const mentorList = z.object({
  data: z.array(publicMentor),
  nextCursor: z.string().nullable(),
  total,
  near,
  /** Mentors per subject of the selected class in this place; only without further filters. */
  facets: z.object({ subjects: z.record(z.string(), z.number().int()) }).optional(),
})
export type MentorList = z.infer<typeof mentorList>

const list = (url: `/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    url,
    schema: { summary, tags, querystring: mentorFilter, response: { 200: mentorList } },
    config: { access: everyone },
  })

export const searchMentors = list('/api/mentor', 'Visible mentors, best match first')
export const visibleMentors = list('/api/mentor/visible-mentors', 'The same list: all visible mentors, including gold')
export const goldMentors = list('/api/mentor/gold-mentor', 'Visible gold mentors')

/** Origin for distances. */
const origin = {
  lat: mentorFilter.shape.lat,
  lon: mentorFilter.shape.lon,
  area: mentorFilter.shape.area,
  city: mentorFilter.shape.city,
  state: mentorFilter.shape.state,
}

export const selectedMentors = endpoint({
  method: 'GET',
  url: '/api/mentor/selected-mentors',
  schema: {
    summary: 'Mentors by id, in the given order; unknown ids are skipped. With a place, includes distances from it',
    tags,
    querystring: z.strictObject({
      ...origin,
      id: z
        .string()
        .max(50 * maxSelectedMentors)
        .transform((text) =>
          text
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
        )
        .pipe(z.array(line(80)).max(maxSelectedMentors)),
    }),
    response: { 200: z.object({ mentors: z.array(publicMentor) }) },
  },
  config: { access: everyone },
})

export const oneMentor = endpoint({
  method: 'GET',
  url: '/api/mentor/:id',
  schema: {
    summary: 'One mentor by id, slug or full name',
    tags,
    params: z.strictObject({ id: line(120) }),
    querystring: z.strictObject(origin),
    response: { 200: z.object({ data: publicMentor }) },
  },
  config: { access: everyone },
})

export const similarMentors = endpoint({
  method: 'GET',
  url: '/api/mentor/:id/similar',
  schema: {
    summary: 'Visible mentors of the same subject near a mentor, by id or slug; also for a mentor no longer listed',
    tags,
    params: z.strictObject({ id: line(120) }),
    querystring: z.strictObject({ limit: z.coerce.number().int().min(1).max(12).default(6) }),
    response: {
      200: z.object({
        data: z.array(publicMentor),
        /** Search criteria; the area only for a mentor who is listed. */
        near: z.object({ area: z.string(), city: z.string(), subject: subjectSlug.nullable() }),
      }),
    },
  },
  config: { access: everyone },
})

export const updateMentor = endpoint({
  method: 'PUT',
  url: '/api/mentor/:id',
  schema: {
    summary: 'Change the fields of a mentor that the caller may edit',
    tags,
    params: idParams,
    body: z
      .strictObject({ showOnWebsite: z.boolean().optional(), application: application.optional() })
      .refine((body) => Object.values(body).some((one) => one !== undefined), 'something to change'),
    response: { 200: z.object({ data: z.object({ _id: z.uuid(), showOnWebsite: z.boolean() }) }) },
  },
  config: { access: mentorOrAdmin, role: 'operations' },
})

export const homeFigures = endpoint({
  method: 'GET',
  url: '/api/mentor/figures',
  schema: {
    summary: 'Counts for the home page, from the database',
    tags,
    response: {
      200: z.object({
        data: z.object({
          mentors: z.number(),
          families: z.number(),
          subjects: z.number(),
          rating: z.number().nullable(),
          /** Figures the owner chose to show on the home page. */
          shown: z.array(z.enum(['mentors', 'families', 'subjects', 'rating'])),
          bySubject: z.record(z.string(), z.number()),
        }),
      }),
    },
  },
  config: { access: everyone },
})

/** `isShown`: offered for selection. Others are listed because mentors live there. */
const area = z.object({
  name: z.string(),
  nameHi: z.string(),
  city: z.string(),
  cityHi: z.string(),
  isShown: z.boolean(),
})
export type Area = z.infer<typeof area>

export const listAreas = endpoint({
  method: 'GET',
  url: '/api/places/areas',
  schema: {
    summary: 'Areas of the catalogue, of one city or of all cities',
    tags: ['places'],
    querystring: z.strictObject({ city: line(60).optional() }),
    response: { 200: z.object({ data: z.array(area) }) },
  },
  config: { access: everyone },
})
