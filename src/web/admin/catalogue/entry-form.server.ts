import { redirect } from 'react-router'
import {
  type AdminCatalogueEntry,
  addEntry,
  catalogueList,
  changeEntry,
  mergeEntry,
  removeEntry,
} from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { type LoaderContext, readApi } from '../../api.ts'
import { intentOf, listIn, sendForm } from '../../form.server.ts'
import { isTicked } from '../../form.ts'
import { localHref } from '../../locale.ts'
import type { Option } from '../../ui/field.tsx'
import { emptyResult } from '../kit/admin-result.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { entryHref, nameOf } from '../kit/catalogue-labels.ts'

export const entriesOf = async (context: LoaderContext, kind: CatalogueKind) =>
  (await readApi(context, catalogueList, { params: { kind } })).data
const toOption = (one: AdminCatalogueEntry): Option => ({ value: one.key, label: nameOf(one) })

/** Possible parents by kind: levels for a grade key, bachelor's or master's for a degree. */
export async function parentsOf(context: LoaderContext, kind: CatalogueKind): Promise<Option[]> {
  if (kind === 'grade') return (await entriesOf(context, 'level')).map(toOption)
  if (kind !== 'degree') return []
  return [
    { value: 'bachelor', label: m.admin_cat_bachelor() },
    { value: 'master', label: m.admin_cat_master() },
  ]
}

/** Choices of an entry's form: parents, grade keys of a subject by level, subjects of a grade key with its own first. */
export async function choicesFor(context: LoaderContext, entry: AdminCatalogueEntry) {
  const { kind, key } = entry
  const [parents, levels, grades, subjects] = await Promise.all([
    parentsOf(context, kind),
    kind === 'subject' ? entriesOf(context, 'level') : [],
    kind === 'subject' ? entriesOf(context, 'grade') : [],
    kind === 'grade' ? entriesOf(context, 'subject') : [],
  ])
  const own = entry.subjects.flatMap((slug) => subjects.filter((one) => one.key === slug))
  return {
    parents,
    grades: levels.map((level) => ({
      level: nameOf(level),
      options: grades.filter((one) => one.parent === level.key).map(toOption),
    })),
    taughtIn: grades.filter((one) => one.subjects.includes(key)).map((one) => one.key),
    subjects: [...new Set([...own, ...subjects])].map(toOption),
  }
}

/** Saves, merges or removes an entry; without a key it adds one and opens its page. */
export async function runEntryAction(
  context: LoaderContext,
  params: { kind: CatalogueKind; key: string },
  form: FormData,
) {
  const { kind, key } = params
  const answer = (sent: ReturnType<typeof sendForm>, words: Partial<Parameters<typeof answerForm>[2]>) =>
    answerForm(form, sent, { done: m.admin_cat_saved(), bad: m.admin_cat_bad(), ...words })
  switch (intentOf(form, 'merge', 'remove', 'save')) {
    case 'merge': {
      const bad = m.admin_cat_merge_bad()
      if (!isTicked(form, 'isSure')) return { ...emptyResult(form), problem: bad }
      return await answer(sendForm(context, mergeEntry, form, { params }), { done: m.admin_cat_merge_done(), bad })
    }
    case 'remove':
      return await answer(sendForm(context, removeEntry, form, { params }), { done: m.admin_cat_remove_done() })
    case 'save': {
      const body = { aliases: listIn(form, 'aliases') }
      if (key !== '')
        return await answer(sendForm(context, changeEntry, form, { params, body }), { conflict: 'catalogue-changed' })
      const sent = sendForm(context, addEntry, form, { params: { kind }, body })
      const reply = await sent
      if (reply.ok) throw redirect(localHref(`${entryHref(kind, reply.data.data.key)}?added=1`))
      return await answer(sent, {})
    }
  }
}
