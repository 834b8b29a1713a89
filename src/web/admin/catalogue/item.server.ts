import { m } from '#messages'
import { isStatus } from '../../api.ts'
import { auditActionLabel } from '../kit/audit-labels.server.ts'
import { isState, stateName } from '../kit/catalogue-labels.ts'
import { catalogueName } from '../kit/catalogue-names.server.ts'
import { fullTime } from '../kit/full-time.ts'
import type { ShownEvent } from '../kit/timeline-labels.ts'

const fieldNames: Record<string, () => string> = {
  ...{ en: m.admin_cat_en, name: m.admin_cat_en, hi: m.admin_cat_hi, nameHi: m.admin_cat_hi },
  ...{ aliases: m.admin_cat_aliases, place: m.admin_cat_place, isHome: m.admin_cat_home },
  ...{ state: m.admin_cat_state, status: m.admin_cat_state, into: m.admin_cat_into },
  ...{ subjects: m.admin_cat_subjects, grades: m.admin_cat_grades },
  ...{ lat: m.admin_place_lat, lon: m.admin_place_lon },
}
/** Fields that hold keys of other entries. */
const keyFields = ['subjects', 'grades', 'into']

function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? m.apply_yes() : m.apply_no()
  const texts = [value ?? ''].flat().map(String)
  const names = keyFields.includes(field) ? texts.map(catalogueName) : texts
  return names.map((text) => (isState(text) ? stateName(text) : text)).join(', ') || '–'
}

type HistoryEntry = { at: string; by: string | null; action: string }
type Change = { field: string; from?: unknown; to: unknown }

/** Timeline event of an entry or place. Fields without a label are skipped; a value without `from` is new. */
export function historyEvent({ at, by, action }: HistoryEntry, i: number, changes: readonly Change[]): ShownEvent {
  const lines = changes.flatMap(({ field: name, from, to }) => {
    const field = fieldNames[name]?.()
    if (!field) return []
    const now = valueText(name, to)
    return [
      from === undefined ? `${field}: ${now}` : m.admin_change_line({ field, from: valueText(name, from), to: now }),
    ]
  })
  return {
    ...{
      key: `${at} ${i}`,
      sentence: m.timeline_by({ who: by ?? m.brand_name(), what: auditActionLabel(action) }),
      at: fullTime(at),
      code: '',
      to: null,
      group: null,
      classTime: '',
    },
    text: lines.join(' · '),
  }
}

type Facts = { title: string; facts: readonly (readonly [label: string, value: string])[] }

/** Preview of a merge into a target, or the problem if the target is invalid; null without a target. */
export async function mergePreview(into: string | null, read: (into: string) => Promise<Facts>) {
  if (!into) return null
  try {
    return { into, ...(await read(into)) }
  } catch (error) {
    if (!isStatus(error, 400, 404, 409)) throw error
    return { into, problem: m.admin_cat_merge_bad() }
  }
}
