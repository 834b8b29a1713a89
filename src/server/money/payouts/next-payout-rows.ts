import { sql } from 'kysely'
import type { MentorSummary } from '#contract/mentors/mentor-summary.ts'
import { type Weekday, weekdays } from '#contract/reference/class-modes.ts'
import type { SettingValue } from '#contract/settings/setting-values.ts'
import { rupees } from '#contract/wire/money.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { Payments } from '#server/providers/payments/payment-gateway.ts'
import { settingNow, settingOr } from '#server/settings/settings/settings.ts'
import { type HoldRow, isPayable, paidPaise, toPayoutHold } from './queries.ts'

const dayMs = 86_400_000
export type Gateway = Pick<Payments, 'name' | 'splits'>

/** What the next payout of a mentor depends on besides its hold. */
export type NextPayoutRow = {
  paid: number
  isProven: boolean
  isOpen: boolean
  /** Settings, null for the defaults. */
  day: SettingValue<'payoutDay'> | null
  modes: SettingValue<'payoutModes'> | null
}
export const nextPayoutOf = (mentorId: string) => sql<NextPayoutRow>`
    select ${paidPaise(mentorId)} as paid, ${settingNow('payoutDay')} as day, ${settingNow('payoutModes')} as modes,
      coalesce((select status = 'proven' from payout_account where mentor_id = ${mentorId} order by id desc limit 1), false) as "isProven",
      exists (select from payout o where o.mentor_id = ${mentorId} and o.status = 'open' and ${isPayable}) as "isOpen"`

/** The date of the weekday after a day in India, or on it. */
function dateOn(weekday: Weekday, first: string): string {
  const toDay = (weekdays.indexOf(weekday) + 1 - new Date(first).getUTCDay() + 7) % 7
  return new Date(Date.parse(first) + toDay * dayMs).toISOString().slice(0, 10)
}

/** The next payout by bank file: a payout that is being made arrives on the next payout day, today included. */
export function nextPayout(
  [facts]: NextPayoutRow[],
  [hold]: HoldRow[],
  { earnedPaise, now, gateway }: { earnedPaise: number; now: Date; gateway: Gateway },
): MentorSummary['nextPayout'] {
  if (!facts) throw new Error('a next payout returned no row')
  if (gateway.splits && settingOr('payoutModes', facts.modes)[gateway.name] === 'split') return null
  const weekday = settingOr('payoutDay', facts.day)
  const waitsUntil = toPayoutHold(hold)?.until ?? now
  const first = facts.isOpen ? now : new Date(Math.max(+now, +waitsUntil) + dayMs)
  const on = dateOn(weekday, dateInIndia(first))
  return { weekday, on, amount: facts.isProven ? rupees(Math.max(earnedPaise - facts.paid, 0)) : 0 }
}
