import { data, redirect } from 'react-router'
import { agreedReviews } from '#contract/reviews/reviews.ts'
import type { SettingName } from '#contract/settings/setting-values.ts'
import { adminSettings, previewSetting, type SettingPreview, setSetting } from '#contract/settings/settings.ts'
import { m } from '#messages'
import { type LoaderContext, readApi, writeApi } from '../../api.ts'
import { intentOf, refuseForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { fullTime } from '../kit/full-time.ts'
import { settingSpecs } from '../kit/setting-labels.server.ts'
import { changesBetween, flat, valueIn, valueText } from '../kit/setting-values.server.ts'

const beginning = (words: string) => (words.length > 60 ? `${words.slice(0, 60)}…` : words)

/** Choices for settings that need them. */
async function knownFor(context: LoaderContext, names: readonly string[]) {
  if (!names.includes('testimonials')) return { reviews: [] }
  const { data: found } = await readApi(context, agreedReviews)
  const reviews = found.map(({ _id, name, mentor, words }) => ({
    value: _id,
    label: `${name ?? m.review_parent()}, ${mentor.fullName}: ${beginning(words)}`,
  }))
  return { reviews }
}

/** Settings as their page shows them, in text. */
export async function readSettings(context: LoaderContext, names: readonly SettingName[]) {
  const [{ data: all }, known] = await Promise.all([readApi(context, adminSettings), knownFor(context, names)])
  const settings = names.flatMap((name) => {
    const one = all.settings.find((of) => of.name === name)
    if (!one) return []
    const spec = settingSpecs[name]
    const fields = spec.fields(one.value, known)
    const parts = flat(one.value)
    return {
      name,
      title: spec.title(),
      touches: spec.touches(),
      seen: JSON.stringify(one.value),
      fields: Object.entries(fields).map(([at, { kind, label, rule, options, isWide = false }]) => ({
        at,
        kind,
        label: label(),
        rule: rule(),
        options: options ?? [],
        isWide,
        value: String(parts[at] ?? ''),
        words: valueText(fields[at], parts[at]),
        isEmpty: !(at in parts),
      })),
      history: one.history.map(({ at, by, was, is }) => ({
        who: m.admin_rates_by({ name: by || m.admin_set_somebody(), at: fullTime(at) }),
        lines: changesBetween(fields, was, is).map(({ label, was: old, becomes }) =>
          m.admin_set_change({ field: label, was: old, is: becomes }),
        ),
      })),
    }
  })
  return { mayChange: all.mayChange, settings }
}
export type ShownSetting = Awaited<ReturnType<typeof readSettings>>['settings'][number]

/** Result of a form: a preview, or errors. */
export type SettingResult = {
  name: string
  problem: string | null
  fields: Record<string, string>
  values: Record<string, string>
  preview: {
    lines: { label: string; was: string; becomes: string }[]
    value: string
    seen: string
    notes: string[]
  } | null
}

const notesOf = ({ touches }: SettingPreview): string[] =>
  touches.documents === undefined ? [] : [m.admin_set_documents_now({ count: touches.documents })]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Previews a change, or saves a previewed one. `home`: path of the page. */
export async function actOnSetting(context: LoaderContext, form: FormData, home: string) {
  const intent = intentOf(form, '', 'save')
  const name = textOf(form, 'name') as SettingName
  const values = valuesOf(form)
  const blank: SettingResult = { name, problem: null, fields: {}, values, preview: null }
  const spec = Object.hasOwn(settingSpecs, name) ? settingSpecs[name] : null
  if (!spec) refuseForm()
  const seen = parsed(textOf(form, 'seen'))
  if (intent === 'save') {
    const reply = await writeApi(context, setSetting, { body: { name, value: parsed(textOf(form, 'value')), seen } })
    if (reply.ok) return redirect(localHref(`${home}?done`))
    return data<SettingResult>({ ...blank, problem: reply.error.message }, { status: reply.status })
  }
  const fields = spec.fields(seen, await knownFor(context, [name]))
  const typed = valueIn(form, fields)
  const reply = await writeApi(context, previewSetting, { body: { name, value: typed.value, seen } })
  if (reply.ok) {
    const { value } = reply.data.data
    const lines = changesBetween(fields, seen, value)
    if (lines.length === 0) return { ...blank, problem: m.admin_set_same() }
    const preview = { lines, value: JSON.stringify(value), seen: textOf(form, 'seen'), notes: notesOf(reply.data.data) }
    return { ...blank, preview }
  }
  const { code, message, details } = reply.error
  if (code !== 'bad-request') return data<SettingResult>({ ...blank, problem: message }, { status: reply.status })
  const wrong = (details?.fields ?? []) as { field: string }[] // safe: the details of this code
  const words = wrong.map(({ field }) => {
    const [place = '', ...rest] = field === 'value' ? ['value'] : field.replace(/^value\./, '').split('.')
    const at = [typed.places[Number(place)] ?? place, ...rest].join('.')
    return [at, fields[at]?.rule() ?? message]
  })
  const hasPlace = words.some(([at]) => fields[at ?? ''])
  const problem = hasPlace ? null : message
  return data<SettingResult>({ ...blank, problem, fields: Object.fromEntries(words) }, { status: reply.status })
}
