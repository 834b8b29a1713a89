import { z } from 'zod'
import { teachingModeIds, weekdays } from '#contract/reference/catalogue.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import { offered, streams } from './kinds.ts'

const designMentor = z.strictObject({
  name: z.string(),
  gender: z.enum(['male', 'female']),
  age: z.number(),
  years: z.number(),
  area: z.string(),
  portrait: z.string(),
  shown: z.string(),
  specialization: z.string(),
  university: z.string(),
  graduation: z.string(),
  postgraduation: z.string(),
  stream: streams,
  gold: z.boolean(),
  rating: z.number(),
  ratingCount: z.number(),
  policePassed: z.boolean(),
  /** Monthly prices in rupees. */
  prices: z.partialRecord(z.enum(teachingModeIds), z.number()),
  onlineRupees: z.number().nullable(),
  offers: z.array(offered),
  days: z.array(z.enum(weekdays)),
  dailyHours: z.number(),
  languages: z.array(z.string()),
  history: z.string(),
  brief: z.string(),
})
export type DesignMentor = z.infer<typeof designMentor>

/** The mentors of the design, always demo mentors 0 to 7. */
export const designMentors = readDataFile('demo/design-mentors', z.array(designMentor))
