import { m } from '#messages'
import { isTicked, textOf } from '../../form.ts'
import { formatClock } from '../../ui/dates.tsx'
import { formatNumber } from '../../ui/money.tsx'
import type { FieldSpec } from './setting-labels.server.ts'

/** Flattens a setting into single values by path: `value` for a plain one, `0.en` inside a list. */
export function flat(value: unknown, at = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [at || 'value']: value }
  const parts = Object.entries(value).map(([name, part]) => flat(part, at ? `${at}.${name}` : name))
  return Object.assign({}, ...parts)
}

/** A single value as text. */
export function valueText(spec: FieldSpec | undefined, value: unknown): string {
  if (spec?.kind === 'tick') return value === true ? m.admin_set_on() : m.admin_set_off()
  if (value === '' || value === null || value === undefined) return m.admin_set_none()
  if (spec?.kind === 'hour') return formatClock(`${value}:00`)
  if (spec?.kind === 'number') return formatNumber(Number(value))
  return spec?.options?.find((one) => one.value === value)?.label ?? String(value)
}

/** Changed values by path, with the old and new value as text. */
export function changesBetween(fields: Record<string, FieldSpec>, was: unknown, is: unknown) {
  const before = flat(was)
  const after = flat(is)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((at) => {
    const spec = fields[at]
    const old = valueText(spec, before[at])
    const now = valueText(spec, after[at])
    return old === now ? [] : [{ label: spec?.label() ?? at, was: old, becomes: now }]
  })
}

function typedIn(form: FormData, at: string, kind: FieldSpec['kind']): unknown {
  const typed = textOf(form, at)
  if (kind === 'tick') return isTicked(form, at)
  if (kind !== 'number' && kind !== 'hour') return typed
  return typed === '' ? null : Number(typed)
}

/** The setting a form describes. Empty list items are dropped; `places` maps the remaining ones to their form rows. */
export function valueIn(form: FormData, fields: Record<string, FieldSpec>): { value: unknown; places: string[] } {
  const read = Object.entries(fields).map(([at, { kind }]) => [at, typedIn(form, at, kind)] as const)
  const [first] = read
  if (!first || first[0] === 'value') return { value: first?.[1], places: [] }
  if (!/^\d/.test(first[0])) return { value: Object.fromEntries(read), places: [] }
  const byPlace = new Map<string, Record<string, unknown>>()
  for (const [at, typed] of read) {
    const [place = '', part = 'value'] = at.split('.')
    byPlace.set(place, { ...byPlace.get(place), [part]: typed })
  }
  // A row exists if any of its text fields is filled.
  const written = Object.entries(fields).flatMap(([at, { kind }]) => (kind === 'text' || kind === 'area' ? [at] : []))
  const isThere = (place: string, item: Record<string, unknown>) => {
    const parts = Object.entries(item).filter(([part]) => written.length === 0 || written.includes(`${place}.${part}`))
    return parts.some(([, one]) => one !== '')
  }
  const kept = [...byPlace].filter(([place, item]) => isThere(place, item))
  return { value: kept.map(([, item]) => ('value' in item ? item.value : item)), places: kept.map(([place]) => place) }
}
