import { catalogueEntries } from '#contract/reference/catalogue.ts'
import { degreeName } from '#contract/reference/degrees.ts'
import { currentLocale } from '../../locale.ts'

const kinds = ['subject', 'grade', 'level', 'board'] as const

/** What an entry of the catalogue is called, by its key; a key of nothing there is stays as it is. */
export function catalogueName(key: string): string {
  for (const kind of kinds) {
    const one = catalogueEntries(kind).find((entry) => entry.key === key)
    if (one) return one[currentLocale()]
  }
  return degreeName(key, currentLocale()) ?? key
}
