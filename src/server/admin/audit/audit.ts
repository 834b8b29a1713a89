import type { AuditEntry } from '#contract/admin/audit.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { CsvRow } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { detailFor, nameFor } from './privacy.ts'
import type { AuditRow } from './rows.ts'
import { namesOf } from './rows.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

/** Entries as a role may see them, with names for the ids. Names for hidden values are not looked up. */
export async function toEntries(db: Db, role: AdminRole | null, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const shown = rows.map((row) => ({ ...row, at: row.at.toISOString(), detail: detailFor(role, row) }))
  const idsOf = shown.map(({ subject, detail }) => [...new Set(idsIn([subject, detail]))])
  const names = await namesOf(db, [...new Set(idsOf.flat())])
  return shown.map((row, i) => {
    const own = (idsOf[i] ?? []).flatMap((id) => {
      const known = names.get(id)
      return known ? [[id, { ...known, name: nameFor(role, known.name), page: nameFor(role, known.page) }]] : []
    })
    return { ...row, names: Object.fromEntries(own) }
  })
}

const chunkRows = 200
/** Maps a stream in chunks of `chunkRows` rows. */
export async function* inChunks<R, S>(all: AsyncIterable<R>, made: (some: R[]) => Promise<S[]>): AsyncGenerator<S> {
  let chunk: R[] = []
  for await (const one of all) {
    chunk.push(one)
    if (chunk.length < chunkRows) continue
    yield* await made(chunk)
    chunk = []
  }
  if (chunk.length > 0) yield* await made(chunk)
}

export const fileHead = ['at', 'admin', 'action', 'kind', 'subject', 'name', 'number', 'detail']
export function fileRow({ at, by, action, kind, subject, detail, names }: AuditEntry): CsvRow {
  const about = names[subject]
  return [at, by?.name, action, kind, subject, about?.name, about?.number, asText(detail, names)]
}

/** The details of an entry as one line, with ids replaced by names. */
function asText(value: unknown, names: AuditEntry['names']): string {
  if (Array.isArray(value)) return value.map((one) => asText(one, names)).join(' | ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) =>
        typeof one === 'object' && one !== null && !Array.isArray(one)
          ? `${key} (${asText(one, names)})`
          : `${key}: ${asText(one, names)}`,
      )
      .join('; ')
  const named = names[String(value)]
  return named ? [named.number, named.name || named.at].filter(Boolean).join(' ') : String(value ?? '')
}
