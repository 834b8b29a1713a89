import { m } from '#messages'
import { formatDateTime } from '../../ui/dates.tsx'
import { catalogueName } from '../kit/catalogue-names.server.ts'
import { isState, stateName } from '../kit/catalogue-words.ts'
import type { ShownEvent } from '../kit/timeline-words.ts'

const actions: Record<string, () => string> = {
  'catalogue.add': m.admin_cat_did_add,
  'catalogue.change': m.admin_cat_did_change,
  'catalogue.remove': m.admin_cat_did_remove,
  'catalogue.merge': m.admin_cat_did_merge,
}
const fieldNames: Record<string, () => string> = {
  en: m.admin_cat_en,
  hi: m.admin_cat_hi,
  aliases: m.admin_cat_aliases,
  place: m.admin_cat_place,
  state: m.admin_cat_state,
  isHome: m.admin_cat_home,
  subjects: m.admin_cat_subjects,
  grades: m.admin_cat_grades,
  into: m.admin_cat_into,
}
/** Lists of other entries are kept by their keys. */
const keyed = ['subjects', 'grades', 'into']
function said(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? m.apply_yes() : m.apply_no()
  const parts = [value ?? ''].flat().map(String)
  const words = keyed.includes(field) ? parts.map(catalogueName) : field === 'state' ? parts.map(stateWord) : parts
  return words.join(', ')
}
const stateWord = (state: string): string => (isState(state) ? stateName(state) : state)
const isChange = (value: unknown): value is { was: unknown; now: unknown } =>
  typeof value === 'object' && value !== null && 'now' in value

type Past = { at: string; by: string | null; action: string; detail: Record<string, unknown> }

/** What was done with an entry, as its page shows it. */
export function historyWords({ at, by, action, detail }: Past, i: number): ShownEvent {
  const changes = Object.entries(detail).flatMap(([name, value]) => {
    const label = fieldNames[name]?.()
    if (!label) return []
    if (!isChange(value)) return [`${label}: ${said(name, value)}`]
    return [
      action === 'catalogue.add'
        ? `${label}: ${said(name, value.now)}`
        : `${label}: ${said(name, value.was)} → ${said(name, value.now)}`,
    ]
  })
  return {
    key: `${at}${i}`,
    title: actions[action]?.() ?? action,
    at: formatDateTime(at),
    facts: by ?? '',
    text: changes.join('; '),
    to: null,
  }
}
