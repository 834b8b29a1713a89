/** The form's sections and constants. Free of zod: the browser may import it. */

/** The seven sections, in their order. */
export const sectionNames = [
  'personal',
  'education',
  'location',
  'modes',
  'preferences',
  'availability',
  'details',
] as const
export type SectionName = (typeof sectionNames)[number]

export const twelfthStreams = ['science', 'commerce', 'arts'] as const
export const teachingRanges = ['2km', '5km', '10km', '15km', '20km', '25km+', 'anywhere'] as const
export const ageRange = { min: 18, max: 65 } as const
/** Rupees a month; `start` is what a mode begins with when it is ticked. */
export const monthlyPrice = { min: 1000, max: 25_000, step: 500, start: 3000 } as const
export const hoursRange = { min: 1, max: 12, step: 0.5, start: 4 } as const
/** Letters of the texts about oneself. */
export const textLength = { teachingExperience: 2000, brief: 1500, briefLeast: 40 } as const
/** A draft is smaller than this; bytes of its JSON, for each section. */
export const draftBytesMost = 20_000
export const earliestGraduation = 1975
/** The picture of a map that a place is confirmed with: size in pixels before it is doubled for sharp screens. */
export const mapPicture = { width: 400, height: 200, zoom: 15 } as const
