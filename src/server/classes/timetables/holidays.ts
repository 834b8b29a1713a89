import { z } from 'zod'
import type { Language } from '#contract/wire/errors.ts'
import { readDataFile } from '#server/platform/data-file.ts'

/**
 * Holidays on which a mentor may skip classes; without states, they hold in all of them. Dates of 2026 are from the central
 * government's list, later ones from the lunar calendar, so that those that depend on the moon may be off by a day.
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

const byDate = Map.groupBy(
  holidays.flatMap(({ dates, ...holiday }) => dates.map((date) => ({ date, ...holiday }))),
  ({ date }) => date,
)

/** The name of a holiday in a state, null on any other day. */
export function holidayOn(date: string, state: string, language: Language): string | null {
  const names = (byDate.get(date) ?? []).filter(({ states }) => !states || states.includes(state))
  return names.length > 0 ? names.map((one) => one[language]).join(', ') : null
}
