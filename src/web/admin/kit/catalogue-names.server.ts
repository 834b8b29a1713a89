import { catalogueEntries } from '#contract/reference/catalogue.ts'
import { degreeName } from '#contract/reference/degrees.ts'
import { currentLocale } from '../../locale.ts'

const kinds = ['subject', 'grade', 'level', 'board'] as const

/** The name of a catalogue entry by key; an unknown key is returned as is. */
export function catalogueName(key: string): string {
  for (const kind of kinds) {
    const one = catalogueEntries(kind).find((entry) => entry.key === key)
    if (one) return one[currentLocale()]
  }
  return degreeName(key, currentLocale()) ?? key
}
