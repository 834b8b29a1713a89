import type { AuditEntry } from '#contract/admin/audit.ts'
import { isRatesName } from '#contract/settings/rates.ts'
import { settingNames } from '#contract/settings/setting-values.ts'
import { m } from '#messages'
import { settingSpecs } from '../kit/setting-labels.server.ts'
import { changesBetween, flat } from '../kit/setting-values.server.ts'
import { keyLabel } from './audit-detail-labels.server.ts'
import { idEnd, linkedName, type Named } from './audit-subject.server.ts'
import { valueText } from './audit-values.server.ts'
import { ratesLabels } from './rates-list.tsx'

/** A detail of an entry: values beside each other, some of them links. */
export type AuditLine = { label: string; values: Named[] }
type Names = AuditEntry['names']

/** Details without meaning for people: counters, sort order, untouched values. */
const hiddenKeys = ['version', 'seen', 'sort', 'target']
const isShown = (key: string, value: unknown) =>
  !hiddenKeys.includes(key) &&
  value !== null &&
  value !== '' &&
  !(key === 'order' && (value === 'asc' || value === 'desc'))
const maxValues = 6

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plain = (text: string): Named => ({ text, to: null })
const lineOf = (key: string, values: Named[]): AuditLine => ({ label: keyLabel(key), values })
const arrow = (was: string, is: string) => plain(m.audit_change({ was, is }))

function one(key: string, value: unknown, names: Names): Named {
  const known = names[String(value)]
  return known ? linkedName(known) : plain(valueText(key, typeof value === 'string' ? idEnd(value) : value))
}

/** Fee rates are stored in basis points. */
const rateText = (name: string, field: string, value: unknown): string => {
  if (typeof value !== 'number') return valueText(field, value)
  if (name === 'feeRates') return `${value / 100} %`
  return name === 'packageDiscounts' || field.endsWith('Percent') ? `${value} %` : String(value)
}

/** Only the parts that differ between two values. */
function between(
  was: unknown,
  is: unknown,
  text: (at: string, value: unknown) => string,
  line: (at: string, values: Named[]) => AuditLine,
) {
  const before = flat(was ?? {})
  const after = flat(is ?? {})
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((at): AuditLine[] => {
    if (JSON.stringify(before[at]) === JSON.stringify(after[at])) return []
    return [line(at, [arrow(text(at, before[at]), text(at, after[at]))])]
  })
}

function settingLines(name: string, was: unknown, is: unknown, names: Names): AuditLine[] {
  if (isRatesName(name))
    return between(
      was,
      is,
      (at, value) => rateText(name, at, value),
      (at, values) => ({ label: ratesLabels[at]?.() ?? at, values }),
    )
  const known = settingNames.find((of) => of === name)
  const fields = known ? settingSpecs[known].fields(is ?? was, { reviews: [] }) : {}
  return changesBetween(fields, was, is).map(({ label, was: old, becomes }) => ({
    label,
    values: [arrow(one('', old, names).text, one('', becomes, names).text)],
  }))
}

/** Lines for each change of a subject, or of many mentors. */
function changeLines(changes: unknown[], names: Names): AuditLine[] {
  return changes.filter(isObject).flatMap((change): AuditLine[] => {
    const { field, mentor, from, to } = change
    if (typeof field === 'string') return [lineOf(field, [arrow(valueText(field, from), valueText(field, to))])]
    const whose = names[String(mentor)]
    const changed = between(from, to, valueText, lineOf)
    const values = changed.map(({ label, values: [value] }) => plain(`${label} ${value?.text}`))
    return whose ? [{ label: '', values: [linkedName(whose), ...values] }] : changed
  })
}

/** `from` and `to` are dates of a filter, a number before and after, or who was told. */
function rangeKey(key: string, value: unknown): string {
  const isDate = /^\d{4}-\d\d/.test(String(value))
  if (key === 'from') return isDate ? key : 'was'
  if (key !== 'to') return key
  return isDate ? 'until' : value === 'board' || value === 'cert-in' ? 'target' : key
}

function linesOf(detail: Record<string, unknown>, names: Names): AuditLine[] {
  return Object.entries(detail).flatMap(([key, value]): AuditLine[] => {
    if (!isShown(key, value)) return []
    if (key === 'changes' && Array.isArray(value)) return changeLines(value, names)
    if (isObject(value)) {
      // `{ was, now }` of one field.
      if ('now' in value) return [lineOf(key, [arrow(valueText(key, value.was), valueText(key, value.now))])]
      return linesOf(value, names)
    }
    const all = Array.isArray(value) ? value : [value]
    const values = all.slice(0, maxValues).map((part) => one(key, part, names))
    const more = all.length - values.length
    return [lineOf(rangeKey(key, value), more > 0 ? [...values, plain(m.audit_more({ count: more }))] : values)]
  })
}

/** Which messages of a conversation were read; its id is only for looking it up. */
function readLines({ from, until, conversation, excerpt: _, ...rest }: Record<string, unknown>): AuditLine[] {
  return [
    { label: m.audit_key_messages(), values: [plain(m.audit_messages({ from: `${from}`, until: `${until}` }))] },
    ...linesOf(rest, {}),
    lineOf('conversation', [plain(idEnd(String(conversation)))]),
  ]
}

/** Details of an entry in the language of the page; for a change only what differs. */
export function auditLines({
  kind,
  subject,
  detail,
  names,
}: Pick<AuditEntry, 'kind' | 'subject' | 'detail' | 'names'>) {
  const { was, is, now, ...rest } = detail
  if ('conversation' in detail && typeof detail.from === 'number') return readLines(detail)
  if (kind === 'breach' && typeof detail.number === 'number')
    return [{ label: m.desk_breach_group(), values: [plain(String(detail.number))] }]
  const hasBoth = 'was' in detail && ('is' in detail || 'now' in detail)
  // Already in the subject's name.
  const about = names[subject]
  const isNew = (key: string, value: unknown) => !(key === 'number' && about?.number === value)
  if (!hasBoth) return linesOf(Object.fromEntries(Object.entries(detail).filter((part) => isNew(...part))), names)
  const changed =
    kind === 'setting'
      ? settingLines(subject.split(':')[0] ?? '', was, is, names)
      : between(was, is ?? now, valueText, (at, values) =>
          at === 'value' ? { label: m.audit_becomes(), values } : lineOf(at.split('.')[0] ?? at, values),
        )
  return [...changed, ...linesOf(rest, names)]
}
