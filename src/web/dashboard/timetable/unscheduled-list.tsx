import { useFetcher } from 'react-router'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate, instantOf } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import { restCount } from '../kit/classes.ts'
import { ConfirmationPrompt } from '../kit/confirmation-notice.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { FoldedSection } from '../kit/folded-section.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import type { ShownTimetable } from '../kit/timetable.server.ts'
import { causeText, type Side } from '../kit/timetable-text.ts'
import { useSharedResult } from '../kit/use-change-result.ts'
import { WhenFields } from '../kit/when-fields.tsx'

/** Paid time without a lesson: of which lesson, and why. */
type UnscheduledItem = { id: string; minutes: number; what: string; why: string; credit: string | null }

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
  return {
    what: `${date}, ${minutesText(credit.minutes)}`,
    why: isCharged
      ? chargedTexts[side][change.kind]({ amount: formatRupees(change.fee) })
      : m.timetable_owed_since({ cause: cause.charAt(0).toUpperCase() + cause.slice(1) }),
  }
}

function unscheduledItems(timetable: ShownTimetable, side: Side): UnscheduledItem[] {
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

const WhatAndWhy = ({ what, why }: Pick<UnscheduledItem, 'what' | 'why'>) => (
  <p>
    <b className="block text-ink">{what}</b>
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
        {unscheduled.map(({ id, what, why }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <WhatAndWhy what={what} why={why} />
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

const planKey = 'plan'
type Props = { timetable: ShownTimetable; now: number; formKey: string }

/** Dialog to plan one lesson from a credit or unplanned time. The URL opens it. */
export function PlanDialog({ timetable, now, formKey }: Props) {
  const { idOf, close } = useDialogAddress()
  const one = unscheduledItems(timetable, 'mentor').find(({ id }) => id === idOf('plan'))
  useSharedResult({ key: planKey, titles: { plan: m.dash_saved_schedule }, close, isShown: () => one !== undefined })
  return (
    <AddressDialog open={one !== undefined} title={m.timetable_plan_one()} onClose={close}>
      {one && <PlanForm one={one} timetable={timetable} now={now} formKey={formKey} />}
    </AddressDialog>
  )
}

function PlanForm({ one, timetable, now, formKey }: Props & { one: UnscheduledItem }) {
  const { booking, rule } = timetable
  const fetcher = useFetcher<FormResult>({ key: planKey })
  const result = useResult(fetcher, 'plan', booking._id)
  // All of it, up to one lesson's length.
  const length = one.credit === null && rule && one.minutes > rule.minutes ? rule.minutes : null
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="plan"
      of={booking._id}
      result={result}
      // Keys are limited to 100 characters including the form's suffix.
      formKey={`${formKey}-${one.id.slice(-12)}`}
      noValidate
      className="grid gap-4"
    >
      {one.credit !== null && <input type="hidden" name="credit" value={one.credit} />}
      {length !== null && <input type="hidden" name="minutes" value={length} />}
      {length === null ? (
        <WhatAndWhy {...one} />
      ) : (
        <p>
          <b className="text-ink">{minutesText(length)}</b>{' '}
          <span className="text-muted">{m.timetable_of({ time: minutesText(one.minutes) })}</span>
        </p>
      )}
      <WhenFields
        result={result}
        date=""
        time={rule?.time ?? ''}
        mentor={booking.mentor._id}
        minutes={length ?? one.minutes}
        now={now}
      />
      <StickyAction>
        <ConfirmationPrompt result={result} />
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {result?.confirmationReasons ? m.ask_send() : m.timetable_plan_one()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
