import { type CatalogueEntry, onCatalogue } from './catalogue-changes.ts'
import { builtIn, entryNow, laidOver } from './catalogue-entries.ts'
import { builtInBachelors, builtInMasters } from './degree-data.ts'

/** What stands for a post-graduate degree when there is none, or none yet (product.md §11). */
export const noMaster = ['none', 'pursuing'] as const
export type DegreeKind = 'bachelor' | 'master'

const otherHi = 'कोई और डिग्री'
export const builtInDegrees = [['bachelor', builtInBachelors] as const, ['master', builtInMasters] as const].flatMap(
  ([parent, all]) =>
    Object.entries(all).map(([code, name], i) =>
      builtIn('degree', code, [name, code.endsWith('_other') ? otherHi : name], i, { parent }),
    ),
)
let degrees: CatalogueEntry[] = []
onCatalogue((changed) => {
  degrees = laidOver('degree', builtInDegrees, changed)
})

/** "M.Sc. Physics" of a code, null of one that is no degree. */
export function degreeName(code: string, language: 'en' | 'hi' = 'en'): string | null {
  return degrees.find(({ key }) => key === code)?.[language] ?? null
}

/** The code that an answer means now, of a merged degree the other one; null when it is none of its kind. Hidden ones stay what they are. */
export function degreeFrom(kind: DegreeKind, code: string): string | null {
  const one = entryNow(degrees, code)
  return one?.parent === kind ? one.key : null
}

/** Codes to choose from, and the chosen one when it is not offered any more. */
export const degreesToChoose = (kind: DegreeKind, chosen = ''): string[] =>
  degrees
    .filter((one) => one.parent === kind && one.into === null && (one.state === 'shown' || one.key === chosen))
    .map(({ key }) => key)
