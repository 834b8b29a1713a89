import { z } from 'zod'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import { readDataFile } from '#server/platform/data-file.ts'

export const knownSubject = z.custom<Subject>((slug) => typeof slug === 'string' && slug in subjects)
export const streams = z.enum(['science', 'commerce', 'arts'])
/** Subjects by grade key; pairs missing from the catalogue are skipped. */
export const offered = z.strictObject({ keys: z.array(z.string()), subjects: z.array(knownSubject) })

const kind = z.strictObject({
  name: z.string(),
  weight: z.number(),
  stream: streams,
  /** Has an engineering degree. */
  engineer: z.boolean().default(false),
  grown: z.boolean().default(false),
  /** Range of monthly home fees in rupees. */
  feeRupees: z.tuple([z.number(), z.number()]),
  offers: z.array(offered),
  /** Degree, its subject, codes of graduation and post-graduation. */
  degrees: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  /** Opening sentences of bios. */
  openings: z.array(z.string()),
})
export type Kind = z.infer<typeof kind>
export const kinds = readDataFile('demo/kinds', z.array(kind))
