import type { ClassBooking } from '#contract/classes/bookings.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'

const times = ['scheduledDate', 'scheduledTime', 'date', 'from', 'time'] as const

/** The time a form warned of: another one typed since is another question. */
export const warnedOf = (values: Record<string, string>): string =>
  times
    .map((name) => values[name] ?? '')
    .join(' ')
    .trim()

/** Whether the mentor knows that the family is asked: it was warned of this very time. */
export const isWarned = (form: FormData): boolean => ['1', warnedOf(valuesOf(form))].includes(textOf(form, 'asked'))

type Reply = { ok: true; data: { data: Pick<ClassBooking, 'proposal' | 'lessons'> } } | { ok: false }

/** What there is to say when the family was asked; undefined: the time counts already. */
export function askedWords(form: FormData, reply: Reply): string | undefined {
  if (!reply.ok) return undefined
  const { proposal, lessons } = reply.data.data
  const [date, time] = [
    textOf(form, 'scheduledDate') || textOf(form, 'date'),
    textOf(form, 'scheduledTime') || textOf(form, 'time'),
  ]
  const at = date && time ? instantInIndia(date, time).toISOString() : null
  const isMove = lessons.some((one) => one.proposal?.by === 'mentor' && one.proposal.startsAt === at)
  return proposal || isMove ? m.ask_sent() : undefined
}
