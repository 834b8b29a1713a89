import { z } from 'zod'
import { type Subject, subjects } from '#contract/reference/catalogue.ts'
import { readDataFile } from '#server/platform/data-file.ts'

export const knownSubject = z.custom<Subject>((slug) => typeof slug === 'string' && slug in subjects)
export const streams = z.enum(['science', 'commerce', 'arts'])
/** Subjects under grade keys; pairs that the catalogue does not have are skipped. */
export const offered = z.strictObject({ keys: z.array(z.string()), subjects: z.array(knownSubject) })

/** A kind of teacher. */
const kind = z.strictObject({
  name: z.string(),
  weight: z.number(),
  stream: streams,
  /** Studied at an engineering college. */
  engineer: z.boolean().default(false),
  /** Teaches adults. */
  grown: z.boolean().default(false),
  /** Usual monthly fee at home in rupees, lowest and highest. */
  feeRupees: z.tuple([z.number(), z.number()]),
  offers: z.array(offered),
  /** Degree as shown, its subject, codes of graduation and post-graduation. */
  degrees: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  /** First sentences of bios. */
  openings: z.array(z.string()),
})
export type Kind = z.infer<typeof kind>
export const kinds = readDataFile('demo/kinds', z.array(kind))
