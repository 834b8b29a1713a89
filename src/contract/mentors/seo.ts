import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { subjectSlug as subject } from '../wire/fields.ts'

const tags = ['tutors'] as const
/** Any text is accepted; an unknown name answers 404. */
const name = z.string().max(200)
const city = z.object({ slug: z.string(), name: z.string(), nameHi: z.string() })

/**
 * Monthly fees in rupees as on the cards: at home, else the cheapest other mode. `median`: half of the mentors charge
 * this or less.
 */
const fees = z.object({ from: z.number(), median: z.number(), to: z.number() })
/** A related page with its fees, to compare. */
const compared = { mentors: z.number().int(), fees: fees.nullable() }

/** Figures of mentors who live in a city and teach a subject; cached for a few minutes. */
export const tutorsInCity = endpoint({
  method: 'GET',
  url: '/api/tutors/:subject/:city',
  schema: {
    summary: 'Figures of a subject in a city, by slug, name or alias, for the landing page',
    tags,
    params: z.strictObject({ subject: name, city: name }),
    response: {
      200: z.object({
        data: z.object({
          subject,
          city,
          mentors: z.number().int(),
          online: z.number().int(),
          fees: fees.nullable(),
          areas: z.array(
            z.object({
              name: z.string(),
              nameHi: z.string(),
              mentors: z.number().int(),
              /** Lowest monthly fee in rupees. */
              from: z.number().nullable(),
            }),
          ),
          /** Ids of the top mentors. */
          first: z.array(z.uuid()),
          otherSubjects: z.array(z.object({ subject, ...compared })),
          /** The nearest ones. `km`: distance between the cities. */
          otherCities: z.array(city.extend({ ...compared, km: z.number().int() })),
        }),
      }),
    },
  },
  config: { access: everyone },
})

export const tutorSubjects = endpoint({
  method: 'GET',
  url: '/api/tutors',
  schema: {
    summary: 'Subjects with mentors, most first, each with the fees of the city where most of them live',
    tags,
    response: {
      200: z.object({ data: z.array(z.object({ subject, mentors: z.number().int(), city: city.extend(compared) })) }),
    },
  },
  config: { access: everyone },
})

export const tutorsOfSubject = endpoint({
  method: 'GET',
  url: '/api/tutors/:subject',
  schema: {
    summary: 'Cities where a subject is taught, most mentors first; the first ones with fees',
    tags,
    params: z.strictObject({ subject: name }),
    response: {
      200: z.object({ data: z.object({ subject, mentors: z.number().int(), cities: z.array(city.extend(compared)) }) }),
    },
  },
  config: { access: everyone },
})
