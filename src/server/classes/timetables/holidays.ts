import type { Language } from '#contract/wire/errors.ts'
import { holidays } from './holidays-data.ts'

type Holiday = { en: string; hi: string; states: readonly string[] | undefined }

const byDate = new Map<string, Holiday[]>()
for (const [dates, en, hi, states] of holidays) {
  for (const date of dates.split(' ')) byDate.set(date, [...(byDate.get(date) ?? []), { en, hi, states }])
}

/** The name of a day off in a state, null on any other day. */
export function holidayOn(date: string, state: string, language: Language): string | null {
  const names = (byDate.get(date) ?? []).filter(({ states }) => !states || states.includes(state))
  return names.length > 0 ? names.map((one) => one[language]).join(', ') : null
}
