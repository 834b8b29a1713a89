import type { ClassBooking } from '#contract/classes/bookings.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'
import type { SuccessText } from './form-result.ts'

const times = ['scheduledDate', 'scheduledTime', 'date', 'from', 'time'] as const

/** Identifies the warned time; after an edit the warning no longer applies. */
export const warningKey = (values: Record<string, string>): string =>
  times
    .map((name) => values[name] ?? '')
    .join(' ')
    .trim()

/** Whether the mentor was warned about exactly this time. */
export const isWarned = (form: FormData): boolean => ['1', warningKey(valuesOf(form))].includes(textOf(form, 'asked'))

type Reply = { ok: true; data: { data: Pick<ClassBooking, 'proposal' | 'lessons'> } } | { ok: false }

/** Text when the family was asked; undefined when the time applies at once. */
export function askedText(form: FormData, reply: Reply): SuccessText | undefined {
  if (!reply.ok) return undefined
  const { proposal, lessons } = reply.data.data
  const date = textOf(form, 'scheduledDate') || textOf(form, 'date')
  const time = textOf(form, 'scheduledTime') || textOf(form, 'time')
  const at = date && time ? instantInIndia(date, time).toISOString() : null
  const isMove = lessons.some((one) => one.proposal?.by === 'mentor' && one.proposal.startsAt === at)
  return proposal || isMove ? { text: m.ask_sent(), done: 'asked' } : undefined
}
