import { m } from '#messages'
import type { Locale } from './locale.ts'

type Options = { locale?: Locale }

/** "1 hour", "24 hours", as in "within 24 hours". */
export const wholeHours = (hours: number, options: Options = {}): string =>
  hours === 1 ? m.policy_hours_one({}, options) : m.policy_hours({ hours }, options)

/** "1 day", "7 days". */
export const wholeDays = (days: number, options: Options = {}): string =>
  days === 1 ? m.dash_one_day({}, options) : m.dash_days({ days }, options)
