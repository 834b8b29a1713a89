import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { formatDate, instantOf } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { restCount } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { FoldedSection } from '../kit/folded-section.tsx'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { causeText, type Side } from '../kit/timetable-text.ts'

/** Paid time without a lesson: of which lesson, and why. */
export type UnscheduledItem = {
  id: string
  minutes: number
  title: string
  what: string
  why: string
  credit: string | null
}

const chargedTexts = {
  family: { cancel: m.timetable_owed_late, no_show: m.timetable_owed_absent },
  mentor: { cancel: m.timetable_owed_late_mentor, no_show: m.timetable_owed_absent_mentor },
} as const

/** Which lesson was skipped, and why; a part of its time may have been charged. */
function creditTexts({ booking }: ShownTimetable, credit: ShownTimetable['credits'][number], side: Side) {
  const lesson = booking.lessons.find(({ _id }) => _id === credit.lesson)
  const date = formatDate(lesson?.startsAt ?? instantOf(credit.givenOn))
  const change = lesson?.change
  const isCharged = change?.status === 'done' && change.fee > 0
  const cause = causeText(credit.cause, side)
  const time = minutesText(credit.minutes)
  const what = `${date}, ${time}`
  return {
    what,
    title: lesson ? m.timetable_owed_for({ date, time }) : what,
    why: isCharged
      ? chargedTexts[side][change.kind]({ amount: formatRupees(change.fee) })
      : m.timetable_owed_since({ cause: cause.charAt(0).toUpperCase() + cause.slice(1) }),
  }
}

export function unscheduledItems(timetable: ShownTimetable, side: Side): UnscheduledItem[] {
  const { booking, credits, unplanned } = timetable
  const left = credits.filter(({ isUsed, isVoided }) => !isUsed && !isVoided)
  return [
    ...left.map((one) => ({
      id: one._id,
      minutes: one.minutes,
      ...creditTexts(timetable, one, side),
      credit: one._id,
    })),
    ...(unplanned > 0
      ? [
          {
            id: booking._id,
            minutes: unplanned,
            what: minutesText(unplanned),
            title: minutesText(unplanned),
            why: m.timetable_unplanned(),
            credit: null,
          },
        ]
      : []),
  ]
}

/** Paid time of a booking under way that has no lesson yet, with the reasons, for its mentor. */
export function UnscheduledTime({ timetable }: { timetable: ShownTimetable }) {
  if (timetable.booking.status !== 'scheduled') return null
  return unscheduledItems(timetable, 'mentor').map((one) => <WhatAndWhy key={one.id} {...one} />)
}

export const WhatAndWhy = ({ title, why }: Pick<UnscheduledItem, 'title' | 'why'>) => (
  <p>
    <b className="block text-ink">{title}</b>
    <span className="block text-muted text-small">{why}</span>
  </p>
)

/** Credits and unplanned time with their reasons; the mentor plans each. */
export function UnscheduledList({ timetable, side }: { timetable: ShownTimetable; side: Side }) {
  const { to } = useDialogAddress()
  const unscheduled = unscheduledItems(timetable, side)
  if (unscheduled.length === 0 || timetable.booking.status !== 'scheduled') return null
  const time = minutesText(unscheduled.reduce((sum, { minutes }) => sum + minutes, 0))
  const rest = restCount(timetable.booking)
  const list = (
    <>
      {side === 'family' && (
        <p className="mb-2 text-muted">{m.timetable_owed_by({ name: timetable.booking.mentor.fullName })}</p>
      )}
      <ul className="divide-y divide-line border-line border-y">
        {unscheduled.map(({ id, title, what, why }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <WhatAndWhy title={title} why={why} />
            {side === 'mentor' && (
              <LocalLink
                to={to('plan', id)}
                preventScrollReset
                className="text-link inline-flex min-h-11 items-center"
                aria-label={m.timetable_plan_of({ what })}
              >
                {m.timetable_plan()}
              </LocalLink>
            )}
          </li>
        ))}
      </ul>
    </>
  )
  // The mentor has something to do here.
  return side === 'mentor' ? (
    <section className="mt-8" aria-labelledby="unscheduled">
      <h2 id="unscheduled" className="mb-3 text-section">
        {m.timetable_owed()}
      </h2>
      {list}
    </section>
  ) : (
    <FoldedSection
      id="unscheduled"
      title={m.timetable_owed()}
      fact={rest > 0 ? m.timetable_owed_count({ count: rest, time }) : time}
    >
      {list}
    </FoldedSection>
  )
}

/** Credits voided by a refund. */
export function VoidedCredits({ timetable, side }: { timetable: ShownTimetable; side: Side }) {
  const voided = timetable.credits.filter(({ isVoided }) => isVoided)
  if (voided.length === 0) return null
  return (
    <FoldedSection id="voided" title={m.timetable_voided()}>
      <p className="mb-2 text-muted">{m.timetable_voided_text()}</p>
      <ul className="divide-y divide-line border-line border-y">
        {voided.map((one) => {
          const { what, why } = creditTexts(timetable, one, side)
          return (
            <li key={one._id} className="py-2 text-muted">
              <s className="block">{what}</s>
              <span className="text-small">{why}</span>
            </li>
          )
        })}
      </ul>
    </FoldedSection>
  )
}
