/** Path of the availability page without language; with a leave id, the page of its lessons. */
export const availabilityPath = (leave?: string): string =>
  `/dashboard/mentor/availability${leave === undefined ? '' : `/${leave}`}`
