import { z } from 'zod'
import { endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'

/** Address of classes held at the family's home. */
export const addressField = z.strictObject({
  /** House, flat and street. */
  house: line(200),
  area: line(80),
  landmark: line(120).optional(),
  city: line(80),
})
/** Address in replies; the area of older ones may be empty. */
export const savedAddress = z.object({
  house: z.string(),
  area: z.string(),
  landmark: z.string().optional(),
  city: z.string(),
})
export type ClassAddress = z.infer<typeof savedAddress>

export const changeAddress = endpoint({
  method: 'PUT',
  url: '/api/class-bookings/:id/address',
  schema: {
    summary: 'Set or change where the classes of a booking at home take place; the mentor is told',
    tags: ['bookings'],
    params: idParams,
    body: z.strictObject({ address: addressField }),
    response: { 200: z.object({ data: z.object({ address: savedAddress }) }) },
  },
  config: { access: onlyFamilies },
})
