import { listingFile } from '#contract/mentors/limits.ts'
import type { ListingProblem } from '#contract/mentors/listing-problems.ts'
import type { ListingInput } from '#contract/mentors/listings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { CsvFault, type CsvLimits, readCsv } from '#server/platform/csv-reader.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll } from '#server/platform/listing.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as edits from './bulk-edit-rows.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import { type Columns, columnsOf, type FileLine, readLine } from './file-columns.ts'
import {
  findListings,
  type ListedRow,
  type ListingFilter,
  type ListingSort,
  listingList,
  type MentorListing,
} from './mentor-rows.ts'

type Selection = { mentors: string[] } | { filter: ListingFilter }
const chunkRows = 1000

async function* inChunks<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let chunk: T[] = []
  for await (const one of all) {
    chunk.push(one)
    if (chunk.length < chunkRows) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Saves the checked rows as a bulk edit; no mentor changes. @returns its id */
async function savePreview(
  { db }: Context,
  viewer: Viewer,
  fileName: string | null,
  checked: (bulkEditId: string) => AsyncIterable<CheckedRow[]>,
  about: () => { unread: string[]; detail: Record<string, unknown> },
): Promise<string> {
  const id = await edits.insertBulkEdit(db, viewer.accountId, fileName)
  try {
    const counts = { good: 0, same: 0, bad: 0 }
    for await (const rows of checked(id)) {
      for (const { state } of rows) counts[state]++
      await edits.insertRows(db, id, rows)
    }
    if (counts.good + counts.same + counts.bad === 0)
      throw new AppError(fileName === null ? 'listing-nothing' : 'csv-empty')
    await transaction(db, async (tx) => {
      const { unread, detail } = about()
      await edits.setReady(tx, id, counts, unread)
      await writeAudit(tx, viewer, 'mentor.listing-preview', {
        kind: 'listing-change',
        id,
        detail: { ...detail, ...counts },
      })
    })
    return id
  } catch (error) {
    await edits.deleteBulkEdit(db, id)
    throw error
  }
}

/** Previews the same input for selected mentors, or for all that match a filter. */
export async function previewBulkEdit(
  context: Context,
  viewer: Viewer,
  of: Selection,
  input: ListingInput,
): Promise<string> {
  if (Object.values(input).every((value) => value === undefined)) throw new AppError('listing-nothing')
  let line = 0
  async function* checked(): AsyncGenerator<CheckedRow[]> {
    for await (const mentors of inChunks(selectedMentors(context.db, of)))
      yield mentors.map((mentor) => checkRow(++line, mentor, input))
  }
  const detail = { ...('filter' in of ? { filter: of.filter } : { mentors: of.mentors.length }), set: input }
  return await savePreview(context, viewer, null, checked, () => ({ unread: [], detail }))
}

async function* selectedMentors(db: Db, of: Selection): AsyncGenerator<MentorListing> {
  if ('mentors' in of) {
    yield* await findListings(db, of.mentors)
    return
  }
  const rows = listAll<ListedRow, ListingSort>(db, await listingList(db, of.filter), { sort: 'ranking', order: 'asc' })
  for await (const { _id: id, number, ...row } of rows) yield { ...row, id, number: Number(number.slice(3)) }
}

/** Previews a CSV file; every line is checked, whatever is wrong with the others. */
export async function previewFile(
  context: Context,
  viewer: Viewer,
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
  limits = listingFile as CsvLimits & { lines: number },
): Promise<string> {
  const tooLarge = () => new AppError('csv-too-large', { lines: limits.lines, megabytes: limits.bytes / 1024 ** 2 })
  let columns: Columns | undefined
  async function* lines(): AsyncGenerator<FileLine> {
    let count = 0
    for await (const record of readCsv(bytes, limits)) {
      if (!columns) {
        columns = columnsOf(record)
        continue
      }
      if (++count > limits.lines) throw tooLarge()
      yield readLine(record, columns)
    }
  }
  async function* checked(bulkEditId: string): AsyncGenerator<CheckedRow[]> {
    for await (const chunk of inChunks(lines())) yield await checkLines(context.db, bulkEditId, chunk)
  }
  try {
    const about = () => ({ unread: columns?.unread ?? [], detail: { file: fileName } })
    return await savePreview(context, viewer, fileName, checked, about)
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    if (error.reason === 'too-large') throw tooLarge()
    throw error.reason === 'broken' ? new AppError('csv-broken', { line: error.line }) : new AppError('csv-not-text')
  }
}

async function checkLines(db: Db, bulkEditId: string, lines: readonly FileLine[]): Promise<CheckedRow[]> {
  const mentors = await findListings(
    db,
    lines.flatMap(({ id }) => id ?? []),
  )
  const byId = new Map(mentors.map((one) => [one.id, one]))
  const lineOf = await edits.linesOf(db, bulkEditId, [...byId.keys()])
  return lines.map(({ line, id, given, version, input, problems }) => {
    const mentor = id === null ? undefined : byId.get(id)
    if (!mentor) {
      const missing: ListingProblem[] = id === null ? [] : [{ code: 'no-mentor', value: given }]
      const unknown = { mentorId: null, version: null, before: {}, after: {}, state: 'bad' } as const
      return { ...unknown, line, given, problems: [...problems, ...missing] }
    }
    const first = lineOf.get(mentor.id)
    const twice: ListingProblem[] = first === undefined ? [] : [{ code: 'twice', value: String(first) }]
    const checked = checkRow(line, mentor, input, [...problems, ...twice], version)
    if (checked.state !== 'bad') lineOf.set(mentor.id, line)
    return checked
  })
}
