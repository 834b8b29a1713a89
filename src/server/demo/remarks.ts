import { z } from 'zod'
import type { Subject } from '#contract/reference/catalogue.ts'
import { reviewWriters } from '#contract/reviews/reviews.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import { knownSubject } from './kinds.ts'

export type Writer = (typeof reviewWriters)[number]
/** `good`: five or four stars, `fair`: four or three, `poor`: three or fewer. */
export type Mood = 'good' | 'fair' | 'poor'

const byWriter = z.partialRecord(z.enum(reviewWriters), z.array(z.string()))
/**
 * Invented review texts by topic; `school` fits any subject, `any` adults. `[he|she]` follows the mentor; `<9 ` limits a text
 * to classes below 9, `>10 ` to those above 10.
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
