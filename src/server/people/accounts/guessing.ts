import { maxOtpAttempts, otpDigits } from '#contract/people/limits.ts'
import type { SettingValue } from '#contract/settings/setting-values.ts'
import type { Context } from '#server/context.ts'
import { phoneWaits, waitAfter } from './send-limits.ts'
import * as rows from './send-rows.ts'

const day = 86_400
/** Wrong codes a day above which the log warns: as many have a chance of 1 in 2,000 to contain a right one. */
export const wrongTriesAlarm = 500

/** Most codes that strangers can have sent to one phone within 24 hours when they request each as early as possible. */
export function codesPerPhoneDay(waits: readonly number[], resendSeconds: number): number {
  const sent: number[] = []
  const since = (from: number) => sent.filter((at) => at > from).length
  let most = 0
  // Waits shrink while codes leave the last 24 hours, so later days may allow more than the first.
  for (let now = 0; now <= 3 * day; now++) {
    const last = sent.at(-1)
    if (last !== undefined && now - last < waitAfter(Math.max(since(now - day), 1), waits, resendSeconds)) continue
    sent.push(now)
    most = Math.max(most, since(now - day))
  }
  return most
}

/**
 * Chance of strangers to guess a login code in a day: of one phone, and the expected number of accounts when all limits
 * are used up. Codes of known devices are left out, because a browser is known only after it received a code.
 */
export function guessingOdds(
  limits: SettingValue<'otpLimits'>,
  resendSeconds: number,
  waits: readonly number[] = phoneWaits,
) {
  const perCode = maxOtpAttempts / 10 ** otpDigits
  const perPhone = codesPerPhoneDay(waits, resendSeconds)
  const inAll = (limits.inAllHour + limits.adminsHour) * 24
  return {
    codesPerPhoneDay: perPhone,
    chancePerPhoneDay: perPhone * perCode,
    codesPerDay: inAll,
    accountsPerDay: inAll * perCode,
  }
}

/** Warns in the log about a day with many wrong codes. */
export async function warnOfGuessing({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const tries = await rows.wrongTries(db)
  if (tries > wrongTriesAlarm) log?.warn({ tries, bound: wrongTriesAlarm }, 'many wrong login codes in 24 hours')
}
