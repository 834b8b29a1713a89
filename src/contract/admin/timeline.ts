import { z } from 'zod'

/** Kinds of events of a booking or an account. */
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

/** One event. Fields that do not apply are null or empty. */
export const timelineEvent = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  /** `family`, `mentor` or the name of an admin; null for the system. */
  by: z.string().nullable(),
  /** The state of the record, or the exact action. */
  status: z.string().nullable(),
  /** In rupees. */
  amount: z.number().nullable(),
  /** The class it is about. */
  lesson: z.uuid().nullable(),
  /** Start of the class, and of its new time. */
  classAt: z.iso.datetime().nullable(),
  toAt: z.iso.datetime().nullable(),
  minutes: z.number().int().nullable(),
  text: z.string(),
  /** Id of the booking, order or case to link to. */
  about: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
