import { type CatalogueEntry, onCatalogueChange } from './catalogue-changes.ts'
import { builtIn, resolveEntry, withChanges } from './catalogue-entries.ts'
import { builtInBachelors, builtInMasters } from './degree-data.ts'

/** Values for applicants without a completed postgraduate degree (product.md §11). */
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
onCatalogueChange((changed) => {
  degrees = withChanges('degree', builtInDegrees, changed)
})

/** The name of a degree, such as "M.Sc. Physics"; null for an unknown code. */
export function degreeName(code: string, language: 'en' | 'hi' = 'en'): string | null {
  return degrees.find(({ key }) => key === code)?.[language] ?? null
}

/** The current code of a degree: the target if it was merged, null if it is not a degree of this kind. Hidden ones are accepted. */
export function degreeFrom(kind: DegreeKind, code: string): string | null {
  const degree = resolveEntry(degrees, code)
  return degree?.parent === kind ? degree.key : null
}

/** Codes to choose from, including the chosen one even if it is hidden now. */
export const degreesToChoose = (kind: DegreeKind, chosen = ''): string[] =>
  degrees
    .filter(
      (degree) => degree.parent === kind && degree.into === null && (degree.state === 'shown' || degree.key === chosen),
    )
    .map(({ key }) => key)
