import { catalogueList } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { readApi } from '../../api.ts'
import { nameOf } from '../kit/catalogue-words.ts'
import type { Ticks } from './entry-fields.tsx'

type Context = Parameters<typeof readApi>[0]
const list = async (context: Context, kind: CatalogueKind) =>
  (await readApi(context, catalogueList, { params: { kind } })).data

/** What the form of a kind can tick, those in `first` before the others. */
export async function ticksFor(context: Context, kind: CatalogueKind, first: readonly string[] = []) {
  const [grades, levels, subjects] = await Promise.all([
    kind === 'subject' ? list(context, 'grade') : [],
    kind === 'subject' || kind === 'grade' ? list(context, 'level') : [],
    kind === 'grade' ? list(context, 'subject') : [],
  ])
  const place = (key: string) => (first.indexOf(key) + subjects.length) % Math.max(1, subjects.length)
  const ticks: Ticks = {
    grades: levels.map((level) => ({
      level: nameOf(level),
      keys: grades.filter((one) => one.parent === level.key).map((one) => ({ value: one.key, label: nameOf(one) })),
    })),
    subjects: subjects
      .map((one) => ({ value: one.key, label: nameOf(one) }))
      .sort(
        (a, b) =>
          Number(!first.includes(a.value)) - Number(!first.includes(b.value)) || place(a.value) - place(b.value),
      ),
  }
  const taughtIn = (subject: string) => grades.filter((one) => one.subjects.includes(subject)).map(({ key }) => key)
  return { ticks, taughtIn, levels: levels.map((one) => ({ value: one.key, label: nameOf(one) })) }
}
