import { Form } from 'react-router'
import type { AllRates, RatesName } from '#contract/settings/rates.ts'
import { m } from '#messages'
import { durationText } from '../../minutes-text.ts'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { wholeDays } from '../../whole-times.ts'
import { fullTime } from '../kit/full-time.ts'

type Row = AllRates[RatesName][number]

const badges: Record<Row['state'], [BadgeKind, () => string]> = {
  now: ['paid', m.admin_rates_now],
  later: ['awaiting', m.admin_rates_later],
  past: ['unknown', m.admin_rates_past],
}

export const ratesLabels: Record<string, () => string> = {
  commission: m.admin_rates_commission,
  gst: m.admin_rates_gst,
  tds: m.admin_rates_tds,
  tcs: m.admin_rates_tcs,
  months3: m.admin_rates_months3,
  months6: m.admin_rates_months6,
  cancelFreeHours: m.admin_rates_cancel_hours,
  lateCancelPercent: m.admin_rates_cancel_percent,
  mentorLatePercent: m.admin_rates_mentor_percent,
  noShowMinutes: m.admin_rates_no_show,
  scheduleWithinDays: m.admin_rates_schedule,
  guaranteeHours: m.admin_rates_guarantee,
  limit: m.admin_rates_tax_limit,
  withoutPan: m.admin_rates_without_pan,
  onlyExcess: m.admin_rates_only_excess,
}

/** What a rate means, in one line. */
const meanings: Record<string, () => string> = {
  commission: m.admin_rates_about_commission,
  gst: m.admin_rates_about_gst,
  tds: m.admin_rates_about_tds,
  tcs: m.admin_rates_about_tcs,
  months3: m.admin_rates_about_months3,
  months6: m.admin_rates_about_months6,
  cancelFreeHours: m.admin_rates_about_cancel_hours,
  lateCancelPercent: m.admin_rates_about_cancel_percent,
  mentorLatePercent: m.admin_rates_about_mentor_percent,
  noShowMinutes: m.admin_rates_about_no_show,
  scheduleWithinDays: m.admin_rates_about_schedule,
  guaranteeHours: m.admin_rates_about_guarantee,
  limit: m.admin_rates_about_limit,
  withoutPan: m.admin_rates_about_without_pan,
  onlyExcess: m.admin_rates_about_only_excess,
}

const choices: Record<string, readonly (() => string)[]> = {
  onlyExcess: [m.admin_rates_excess_whole, m.admin_rates_excess_part],
}
/** Choices of a field that is no amount, by their number. */
export const ratesChoices = (field: string) =>
  choices[field]?.map((label, value) => ({ value: `${value}`, label: label() }))
type Unit = readonly [name: () => string, text: (value: number) => string]
const hours: Unit = [m.admin_rates_in_hours, (value) => durationText(value * 60)]
/** Units of the fields that are no percentage. */
const units: Record<string, Unit> = {
  cancelFreeHours: hours,
  guaranteeHours: hours,
  noShowMinutes: [m.admin_rates_in_minutes, durationText],
  scheduleWithinDays: [m.admin_rates_in_days, (value) => wholeDays(value)],
  limit: [() => '₹', formatRupees],
}
export const ratesText = (field: string, value: number): string =>
  choices[field]?.[value]?.() ?? units[field]?.[1](value) ?? `${value}%`
/** The label of a field that takes the plain number. */
export const ratesFieldLabel = (field: string): string => `${ratesLabels[field]?.()}, ${units[field]?.[0]() ?? '%'}`

type Props = { name: RatesName; rows: readonly Row[]; mayDrop: boolean }

/** Dated rates, newest first; scheduled ones can be deleted. */
export function RatesList({ name, rows, mayDrop }: Props) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.from ?? ''} className="grid gap-2 py-3 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="text-ink">{dayOf(row, name)}</b>
            <Badge kind={badges[row.state][0]}>{badges[row.state][1]()}</Badge>
          </p>
          <dl className="divide-y divide-line">
            {Object.entries(row.values).map(([field, value]) => (
              <div key={field} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0">
                <dt className="min-w-44 flex-1">
                  {ratesLabels[field]?.()}
                  {row.state === 'now' && <span className="block text-small text-muted">{meanings[field]?.()}</span>}
                </dt>
                <dd className="font-semibold text-ink tabular-nums">{ratesText(field, value)}</dd>
              </div>
            ))}
          </dl>
          {row.setBy && row.setAt && (
            <p className="break-words text-muted text-small">
              {m.admin_rates_by({ name: row.setBy, at: fullTime(row.setAt) })}
            </p>
          )}
          {mayDrop && row.state === 'later' && row.from && (
            <Form method="post">
              <input type="hidden" name="intent" value="drop" />
              <input type="hidden" name="name" value={name} />
              <input type="hidden" name="from" value={row.from} />
              <Button
                type="submit"
                look="plain"
                className="-ml-3 text-error!"
                aria-label={m.admin_for({ action: m.admin_rates_drop(), name: dayOf(row, name) })}
              >
                {m.admin_rates_drop()}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

const dayOf = ({ from }: Row, name: RatesName) => {
  if (from) return m.admin_rates_since({ date: formatDay(instantOf(from), { year: true }) })
  return name === 'bookingPolicy' ? m.admin_rates_default_terms() : m.admin_rates_default()
}
