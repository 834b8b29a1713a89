import { z } from 'zod'
import { endpoint, everyone } from '../wire/endpoint.ts'
import { subjectSlug as subject } from '../wire/fields.ts'

const tags = ['tutors'] as const
/** Whatever is no name of ours is not found, however it looks. */
const name = z.string().max(200)
const city = z.object({ slug: z.string(), name: z.string(), nameHi: z.string() })
const cityCount = city.extend({ mentors: z.number().int() })

/** Monthly fees in rupees as the cards show them: at home, else the cheapest other way. `median`: half ask this or less. */
const fees = z.object({ from: z.number(), median: z.number(), to: z.number() })

/** Real figures of the mentors who live in a city and teach a subject; at most some minutes old. */
export const tutorsInCity = endpoint({
  method: 'GET',
  url: '/api/tutors/:subject/:city',
  schema: {
    summary: 'Figures of a subject in a city, by slug, name or alias: what the landing page says',
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
          areas: z.array(z.object({ name: z.string(), nameHi: z.string(), mentors: z.number().int() })),
          /** The first mentors, by id. */
          first: z.array(z.uuid()),
          otherSubjects: z.array(z.object({ subject, mentors: z.number().int() })),
          otherCities: z.array(cityCount),
        }),
      }),
    },
  },
  config: { access: everyone },
})

export const tutorsOfSubject = endpoint({
  method: 'GET',
  url: '/api/tutors/:subject',
  schema: {
    summary: 'Cities where a subject is taught, most mentors first',
    tags,
    params: z.strictObject({ subject: name }),
    response: {
      200: z.object({ data: z.object({ subject, mentors: z.number().int(), cities: z.array(cityCount) }) }),
    },
  },
  config: { access: everyone },
})
