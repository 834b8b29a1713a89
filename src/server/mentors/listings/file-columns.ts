import { verificationLimits } from '#contract/mentors/limits.ts'
import type { ListingProblem, ListingProblemCode } from '#contract/mentors/listing-problems.ts'
import { type ListingInput, listingInput } from '#contract/mentors/listings.ts'
import type { CsvRecord } from '#server/platform/csv-reader.ts'
import { AppError } from '#server/platform/errors.ts'

/** The columns that are read, by their heading without spaces, hyphens and underscores, in lower case. */
const names = ['id', 'ranking', 'tier', 'brief', 'briefvisible', 'shown', 'version'] as const
/** Columns of our own export that are there for its readers. */
const ignored = ['number', 'name', 'phone', 'city', 'status']
type Column = (typeof names)[number]
const inputs: readonly Column[] = ['ranking', 'tier', 'brief', 'briefvisible', 'shown']

export type Columns = { at: Partial<Record<Column, number>>; count: number; unread: string[] }

/**
 * Maps the columns of a file by its first line.
 * @throws csv-columns
 */
export function columnsOf({ cells }: CsvRecord): Columns {
  const at: Columns['at'] = {}
  const unread: string[] = []
  cells.forEach((cell, index) => {
    const word = cell.toLowerCase().replace(/[\s_-]+/g, '')
    const column = names.find((one) => one === word)
    if (!column) {
      if (word !== '' && !ignored.includes(word)) unread.push(shortened(cell))
      return
    }
    if (at[column] !== undefined) throw new AppError('csv-columns')
    at[column] = index
  })
  if (at.id === undefined || inputs.every((column) => at[column] === undefined)) throw new AppError('csv-columns')
  return { at, count: cells.length, unread }
}

/** The first 60 characters of a cell, without control characters and lone surrogates, which PostgreSQL refuses. */
const shortened = (text: string) => [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 60).join('')
const yes = ['yes', 'y', 'true', '1', 'हाँ', 'हां']
const no = ['no', 'n', 'false', '0', 'नहीं']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type FileLine = {
  line: number
  /** Null if the cell is none. */
  id: string | null
  given: string
  /** The mentor's version when the file was exported; empty if the file has none. */
  version: string
  input: ListingInput
  problems: ListingProblem[]
}

/** Parses one line without looking up the mentor. An empty cell changes nothing. */
export function readLine({ line, cells, isOpen }: CsvRecord, { at, count }: Columns): FileLine {
  const cell = (column: Column) => {
    const index = at[column]
    // Our exports put an apostrophe before anything that looks like a formula.
    return index === undefined ? '' : (cells[index] ?? '').trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')
  }
  const problems: ListingProblem[] = []
  const report = (code: ListingProblemCode, value = '') => problems.push({ code, value: shortened(value) })
  if (isOpen) report('open-quote')
  if (cells.slice(count).some((one) => one.trim() !== '')) report('too-many-cells')

  const given = shortened(cell('id'))
  const id = uuid.test(given) ? given.toLowerCase() : null
  if (given === '') report('no-key')
  else if (id === null) report('bad-id', given)

  const input: ListingInput = {}
  const ranking = cell('ranking')
  const tier = cell('tier')
  const brief = cell('brief')
  const { min, max } = verificationLimits.ranking
  if (ranking !== '') {
    if (/^\d{1,2}$/.test(ranking) && Number(ranking) >= min && Number(ranking) <= max)
      input.adminRanking = Number(ranking)
    else report('bad-ranking', ranking)
  }
  if (tier !== '') {
    const word = tier.toLowerCase()
    if (word === 'gold' || word === 'silver') input.tier = word
    else report('bad-tier', tier)
  }
  if (brief !== '') {
    const read = listingInput.shape.adminBrief.safeParse(brief === '-' ? '' : brief)
    if (read.success && read.data !== undefined) input.adminBrief = read.data
    else report('bad-brief')
  }
  const flag = (column: 'briefvisible' | 'shown', problem: ListingProblemCode) => {
    const word = cell(column).toLowerCase()
    if (word !== '' && !yes.includes(word) && !no.includes(word)) report(problem, word)
    return word === '' ? undefined : yes.includes(word)
  }
  const isBriefVisible = flag('briefvisible', 'bad-brief-visible')
  const isShown = flag('shown', 'bad-shown')
  if (isBriefVisible !== undefined) input.adminBriefVisible = isBriefVisible
  if (isShown !== undefined) input.showOnWebsite = isShown
  return { line, id, given, version: cell('version'), input, problems }
}
