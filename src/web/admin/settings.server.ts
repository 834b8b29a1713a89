import { data, type RouterContextProvider, redirect } from 'react-router'
import type { SettingName } from '#contract/setting-values.ts'
import { adminSettings, previewSetting, type SettingPreview, setSetting } from '#contract/settings.ts'
import { m } from '#messages'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { formatDateTime } from '../ui/dates.tsx'
import { type FieldSpec, settingSpecs } from './setting-words.server.ts'

type Given = Readonly<RouterContextProvider>

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }

function wordsOf(spec: FieldSpec | undefined, value: unknown): string {
  if (spec?.kind === 'tick') return value === true ? m.admin_set_on() : m.admin_set_off()
  return value === '' || value === null || value === undefined ? m.admin_set_none() : String(value)
}

/** `was → is` of every part that another value was written for. */
function changesIn(name: SettingName, was: unknown, is: unknown): string[] {
  const [before, after] = [partsOf(was), partsOf(is)]
  const { fields } = settingSpecs[name]
  return Object.keys(after).flatMap((field) => {
    const [old, now] = [wordsOf(fields[field], before[field]), wordsOf(fields[field], after[field])]
    return old === now ? [] : [m.admin_set_change({ field: fields[field]?.label() ?? field, was: old, is: now })]
  })
}

/** Some settings as their page shows them, in words. */
export async function readSettings(context: Given, names: readonly SettingName[]) {
  const { mayChange, settings } = (await readApi(context, adminSettings)).data
  const shown = names.flatMap((name) => {
    const one = settings.find((of) => of.name === name)
    if (!one) return []
    const { title, touches, fields } = settingSpecs[name]
    const parts = partsOf(one.value)
    return {
      ...{ name, title: title(), touches: touches(), seen: JSON.stringify(one.value) },
      fields: Object.entries(fields).map(([field, spec]) => ({
        ...{ field, kind: spec.kind, label: spec.label(), rule: spec.rule() },
        ...{ value: String(parts[field] ?? ''), words: wordsOf(spec, parts[field]) },
      })),
      history: one.history.map(({ at, by, was, is }) => ({
        who: m.admin_rates_by({ name: by || m.admin_set_somebody(), at: formatDateTime(at) }),
        lines: changesIn(name, was, is),
      })),
    }
  })
  return { mayChange, settings: shown }
}
export type ShownSetting = Awaited<ReturnType<typeof readSettings>>['settings'][number]

/** What came of a form: what the change would be, or what is wrong with it. */
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

function valueIn(form: FormData, name: SettingName): unknown {
  const { fields } = settingSpecs[name]
  const read = Object.entries(fields).map(([field, { kind }]) => {
    const typed = String(form.get(field) ?? '').trim()
    if (kind === 'tick') return [field, form.has(field)]
    return [field, kind === 'number' ? (typed === '' ? null : Number(typed)) : typed]
  })
  const all: Record<string, unknown> = Object.fromEntries(read)
  return 'value' in fields ? all.value : all
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

/** Previews a change, or makes the one that was previewed. `home` is the page's own address. */
export async function actOnSetting(context: Given, form: FormData, home: string) {
  const text = (name: string) => String(form.get(name) ?? '')
  const name = text('name') as SettingName
  const values = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]))
  const blank: SettingResult = { name, problem: null, fields: {}, values, preview: null }
  const spec = Object.hasOwn(settingSpecs, name) ? settingSpecs[name] : null
  if (!spec) throw data(null, { status: 400 })
  const seen = parsed(text('seen'))
  if (text('intent') === 'save') {
    const reply = await writeApi(context, setSetting, { body: { name, value: parsed(text('value')), seen } })
    if (reply.ok) return redirect(localHref(`${home}?done`))
    return data<SettingResult>({ ...blank, problem: reply.error.message }, { status: reply.status })
  }
  const reply = await writeApi(context, previewSetting, { body: { name, value: valueIn(form, name), seen } })
  if (reply.ok) {
    const { value, changes } = reply.data.data
    if (changes.length === 0) return { ...blank, problem: m.admin_set_same() }
    const lines = changes.map(({ field, was, becomes }) => {
      const one = spec.fields[field]
      return { label: one?.label() ?? field, was: wordsOf(one, was), becomes: wordsOf(one, becomes) }
    })
    const preview = { lines, value: JSON.stringify(value), seen: text('seen'), notes: notesOf(reply.data.data) }
    return { ...blank, preview }
  }
  const { code, message, details } = reply.error
  if (code !== 'bad-request') return data<SettingResult>({ ...blank, problem: message }, { status: reply.status })
  const bad = (details?.fields ?? []) as { field: string }[] // true: the details of this code
  const fields = bad.map(({ field }) => {
    const one = field === 'value' ? 'value' : field.replace(/^value\./, '')
    return [one, spec.fields[one]?.rule() ?? message]
  })
  return data<SettingResult>({ ...blank, fields: Object.fromEntries(fields) }, { status: reply.status })
}
