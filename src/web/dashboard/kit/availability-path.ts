import type { Availability } from '#contract/classes/availability.ts'

/** Path of the availability page without language; with a leave id, the page of its lessons. */
export const availabilityPath = (leave?: string): string =>
  `/dashboard/mentor/availability${leave === undefined ? '' : `/${leave}`}`

/** Whether the mentor has any hours, in the week or on single dates. */
export const hasHours = ({ week, days }: Availability): boolean =>
  week.length > 0 || days.some(({ hours }) => hours.length > 0)
