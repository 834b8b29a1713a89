import { z } from 'zod'
import type { Language } from '#contract/wire/errors.ts'
import { readDataFile } from '#server/platform/data-file.ts'

/**
 * Holidays on which mentors may skip lessons; without states they apply nationwide. Dates of 2026 are from the central
 * government's list. Later ones follow the lunar calendar, so moon-dependent dates may be off by a day.
 */
export const holidays = readDataFile(
  'holidays',
  z.array(
    z.strictObject({
      dates: z.array(z.iso.date()),
      en: z.string(),
      hi: z.string(),
      states: z.array(z.string()).optional(),
    }),
  ),
)

/** Holiday name on a date in a state; null on other days. */
export function holidayOn(date: string, state: string, language: Language): string | null {
  const names = holidays.filter(({ dates, states }) => dates.includes(date) && (states?.includes(state) ?? true))
  return names.length > 0 ? names.map((one) => one[language]).join(', ') : null
}
