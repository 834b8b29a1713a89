/** Sections and limits of the application form. Free of zod: the browser imports it. */

/** In the order of the form. */
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
/** Rupees a month; `start` is the initial price of a newly selected mode. */
export const monthlyPrice = { min: 1000, max: 25_000, step: 500, start: 3000 } as const
/** Seats of a coaching centre; one with more than `maxWithUnder16` takes nobody who may be under 16. */
export const centreSeats = { min: 1, max: 2000, maxWithUnder16: 50 } as const
/** Whether a learner of this class may be under 16; so may one whose class is not known. */
export const mayBeUnder16 = (grade: string | null | undefined): boolean => grade == null || Number(grade) <= 10
export const hoursRange = { min: 1, max: 12, step: 0.5, start: 4 } as const
/** Characters. */
export const textLength = { teachingExperience: 2000, brief: 1500, minBrief: 40 } as const
/** Maximum size of a section's draft, in bytes of JSON. */
export const maxSectionBytes = 20_000
export const earliestGraduation = 1975
/** Map image for confirming a location: size in CSS pixels, requested at double density. */
export const mapImage = { width: 400, height: 200, zoom: 15 } as const
