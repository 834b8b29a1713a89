import { listingFile } from '#contract/mentors/limits.ts'
import type { ListingProblem } from '#contract/mentors/listing-words.ts'
import type { ListingWish } from '#contract/mentors/listings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { CsvFault, type CsvLimits, readCsv } from '#server/platform/csv-reader.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { listAll } from '#server/platform/listing.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { findCity } from '#server/reference/places/places.ts'
import * as changes from './change-rows.ts'
import { type Columns, columnsOf, type FileLine, readLine, shortened } from './file-columns.ts'
import { type Judged, judge } from './judge.ts'
import { type By, type Filter, type Known, knownMentors, type ListedRow, listingList } from './mentor-rows.ts'

type Whom = { mentors: string[] } | { filter: Filter }
const chunkRows = 1000

/** Everything that comes, in pieces. */
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

/** Writes down what every mentor would become; nothing of them changes. @returns the id of the change */
async function keep(
  { db }: Context,
  viewer: Viewer,
  fileName: string | null,
  judged: (changeId: string) => AsyncIterable<Judged[]>,
  about: () => { unread: string[]; detail: Record<string, unknown> },
): Promise<string> {
  const id = await changes.insertChange(db, viewer.accountId, fileName)
  try {
    const counts = { good: 0, same: 0, bad: 0 }
    for await (const rows of judged(id)) {
      for (const { state } of rows) counts[state]++
      await changes.insertRows(db, id, rows)
    }
    if (counts.good + counts.same + counts.bad === 0)
      throw new AppError(fileName === null ? 'listing-nothing' : 'csv-empty')
    await transaction(db, async (tx) => {
      const { unread, detail } = about()
      await changes.setReady(tx, id, counts, unread)
      await writeAudit(tx, viewer, 'mentor.listing-preview', {
        kind: 'listing-change',
        id,
        detail: { ...detail, ...counts },
      })
    })
    return id
  } catch (error) {
    await changes.deleteChange(db, id)
    throw error
  }
}

/** A preview of one wish for ticked mentors, or for all that fit a filter. */
export async function previewListing(context: Context, viewer: Viewer, of: Whom, wish: ListingWish): Promise<string> {
  if (Object.values(wish).every((value) => value === undefined)) throw new AppError('listing-nothing')
  let line = 0
  async function* judged(): AsyncGenerator<Judged[]> {
    for await (const some of inChunks<Known>(mentorsOf(context.db, of)))
      yield some.map((mentor) => judge(++line, mentor, wish))
  }
  const detail = { ...('filter' in of ? { filter: of.filter } : { mentors: of.mentors.length }), set: wish }
  return await keep(context, viewer, null, judged, () => ({ unread: [], detail }))
}

async function* mentorsOf(db: Db, of: Whom): AsyncGenerator<Known> {
  if ('mentors' in of) {
    yield* await knownMentors(db, { ids: of.mentors })
    return
  }
  const rows = listAll<ListedRow, By>(db, await listingList(db, of.filter), { sort: 'ranking', order: 'asc' })
  for await (const { _id: id, number, ...row } of rows) yield { ...row, id, number: Number(number.slice(3)) }
}

/** A preview of what a file says: every line is judged, whatever the others say. */
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
  async function* judged(changeId: string): AsyncGenerator<Judged[]> {
    for await (const some of inChunks(lines())) yield await judgeLines(context.db, changeId, some)
  }
  try {
    const about = () => ({ unread: columns?.unread ?? [], detail: { file: fileName } })
    return await keep(context, viewer, fileName, judged, about)
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    if (error.reason === 'too-large') throw tooLarge()
    throw error.reason === 'broken' ? new AppError('csv-broken', { line: error.line }) : new AppError('csv-not-text')
  }
}

async function judgeLines(db: Db, changeId: string, lines: readonly FileLine[]): Promise<Judged[]> {
  const all = <K extends keyof FileLine['key']>(name: K) =>
    lines.flatMap(({ key }) => (key[name] === undefined ? [] : [key[name]])) as NonNullable<FileLine['key'][K]>[] // true: undefined is left out
  const mentors = await knownMentors(db, { ids: all('id'), numbers: all('number'), phones: all('phone') })
  const [byId, byNumber, byPhone] = [
    new Map(mentors.map((one) => [one.id, one])),
    new Map(mentors.map((one) => [one.number, one])),
    new Map(mentors.map((one) => [one.phone, one])),
  ]
  const lineOf = await changes.linesOf(
    db,
    changeId,
    mentors.map(({ id }) => id),
  )
  return lines.map((given) => {
    const { id, number, phone } = given.key
    const named = [
      id === undefined ? [] : [byId.get(id)],
      number === undefined ? [] : [byNumber.get(number)],
      phone === undefined ? [] : [byPhone.get(phone)],
    ].flat()
    const problems = [...given.problems]
    const [mentor] = named
    if (named.length > 0 && named.every((one) => one === undefined))
      problems.push({ code: 'no-mentor', value: given.given })
    else if (new Set(named).size > 1) problems.push({ code: 'other-mentor', value: '' })
    if (!mentor) return bad(given, problems)
    problems.push(...cityProblems(given.city, mentor))
    const first = lineOf.get(mentor.id)
    if (first !== undefined) problems.push({ code: 'twice', value: String(first) })
    const judged = judge(given.line, mentor, given.wish, problems, given.version)
    if (judged.state !== 'bad') lineOf.set(mentor.id, given.line)
    // It may be a phone, and is of use only to whoever mends the file.
    return judged.state === 'bad' ? { ...judged, given: given.given } : judged
  })
}

const bad = ({ line, given }: FileLine, problems: ListingProblem[]): Judged => ({
  ...{ line, given, mentorId: null, version: null, before: {}, after: {}, state: 'bad' },
  problems,
})

function cityProblems(city: string, mentor: Known): ListingProblem[] {
  if (city === '' || city.toLowerCase() === mentor.city.toLowerCase()) return []
  const place = findCity(city)
  const value = shortened(city)
  if (!place) return [{ code: 'unknown-city', value }]
  return place.name.toLowerCase() === mentor.city.toLowerCase() ? [] : [{ code: 'other-city', value }]
}
