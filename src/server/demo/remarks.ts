import { z } from 'zod'
import type { Subject } from '#contract/reference/catalogue.ts'
import { reviewWriters } from '#contract/reviews/reviews.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import { knownSubject } from './kinds.ts'

export type Writer = (typeof reviewWriters)[number]
/** `good` goes with five and four stars, `fair` with four and three, `poor` with three and fewer. */
export type Mood = 'good' | 'fair' | 'poor'

const byWriter = z.partialRecord(z.enum(reviewWriters), z.array(z.string()))
/**
 * Invented words of families by topic; `school` suits children of any subject, `any` adults. `[he|she]` depends on the mentor;
 * `<9 ` is used only for classes below 9, `>10 ` for those above 10.
 */
export const remarks = readDataFile(
  'demo/remarks',
  z.record(
    z.string(),
    z.strictObject({
      subjects: z.array(knownSubject).default([]),
      good: byWriter.optional(),
      fair: byWriter.optional(),
      poor: byWriter.optional(),
    }),
  ),
)

export const topicOf = (subject: Subject): string | undefined =>
  Object.keys(remarks).find((topic) => remarks[topic]?.subjects.includes(subject))
