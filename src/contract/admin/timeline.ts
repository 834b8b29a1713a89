import { z } from 'zod'

/** What can have happened to a booking or an account. */
export const timelineKinds = [
  ...[
    'order',
    'payment',
    'receipt',
    'booking',
    'replacement',
    'timetable',
    'corrected',
    'class',
    'marked',
    'confirmed',
    'settled',
  ],
  ...['cancelled', 'no_show', 'proposal', 'credit', 'refund', 'dispute', 'verdict', 'message', 'admin'],
  ...['login', 'case', 'call', 'review', 'check', 'payout'],
] as const

/** One thing that happened. What a kind has no use for is null, or empty. */
export const timelineEvent = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  /** `family`, `mentor`, the name of an admin; null: nobody in particular, or a job of ours. */
  by: z.string().nullable(),
  /** Word of the row's own state, or what exactly was done. */
  status: z.string().nullable(),
  /** In rupees. */
  amount: z.number().nullable(),
  /** Begin of the class it is about, and of the time it went to. */
  classAt: z.iso.datetime().nullable(),
  toAt: z.iso.datetime().nullable(),
  minutes: z.number().int().nullable(),
  text: z.string(),
  /** The booking, order, case … it leads to. */
  about: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
