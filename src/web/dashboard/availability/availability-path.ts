/** Hours and leave of a mentor, without language; with an id the classes that fall into this leave. */
export const availabilityPath = (leave?: string): string =>
  `/dashboard/mentor/availability${leave === undefined ? '' : `/${leave}`}`
