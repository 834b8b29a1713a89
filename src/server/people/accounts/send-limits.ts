import type { SettingValue } from '#contract/settings/setting-values.ts'

/** Seconds until unknown browsers can request another code for a phone, by the number of codes in the last 24 hours. */
export const phoneWaits: readonly number[] = [30, 60, 120, 300, 900, 1800, 3600]

/** Seconds after the newest of `sent` codes until the next one; a provider's own wait is the least. */
export function waitAfter(sent: number, waits: readonly number[], resendSeconds: number): number {
  return sent === 0 ? 0 : Math.max(resendSeconds, waits[Math.min(sent, waits.length) - 1] ?? 0)
}

/** Rules for sending codes: `waits` are `phoneWaits`, or none for the stand-in. */
export type SendRules = SettingValue<'otpLimits'> & { waits: readonly number[] }

/** Rules of the stand-in, which costs nothing and shows its codes to everyone. */
export const standInRules: SendRules = {
  perDeviceDay: 10_000,
  perBlockHour: 100_000,
  perWideBlockHour: 100_000,
  inAllHour: 100_000,
  adminsHour: 100_000,
  waits: [],
}

/** Limit a code counts against: of a known device, of admins, or of everyone else. */
export type SendBudget = 'device' | 'admin' | 'open'

/** Codes of the last 24 hours for a phone. Ages are in seconds; null without a code. */
export type SentToPhone = {
  isKnown: boolean
  isAdmin: boolean
  /** Codes counted against this browser, and the age of its newest of any kind. */
  ofDevice: number
  deviceAge: number | null
  /** Codes counted against the limits of everyone or of admins, and the age of the newest, or of this browser's. */
  ofOthers: number
  age: number | null
}

/**
 * Budget of the next code for a phone, the seconds to wait before it, and the seconds between it and the one after it.
 * A known device within its own budget waits only for its own codes; beyond that it is treated as unknown.
 */
export function planSend(sent: SentToPhone, rules: SendRules, resendSeconds: number) {
  const left = (age: number | null, wait: number) => (age === null ? 0 : Math.max(0, Math.ceil(wait - age)))
  if (sent.isKnown && sent.ofDevice < rules.perDeviceDay) {
    return { budget: 'device' as const, wait: left(sent.deviceAge, resendSeconds), nextWait: resendSeconds }
  }
  const wait = waitAfter(Math.max(sent.ofOthers, 1), rules.waits, resendSeconds)
  return {
    budget: sent.isAdmin ? ('admin' as const) : ('open' as const),
    wait: left(sent.age, wait),
    nextWait: waitAfter(sent.ofOthers + 1, rules.waits, resendSeconds),
  }
}
