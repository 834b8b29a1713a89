import { verificationLimits } from '#contract/mentors/limits.ts'
import type { ListingProblem, ListingProblemCode } from '#contract/mentors/listing-problems.ts'
import { type ListingInput, listingInput } from '#contract/mentors/listings.ts'
import { phone as phoneField } from '#contract/wire/fields.ts'
import type { CsvRecord } from '#server/platform/csv-reader.ts'
import { AppError } from '#server/platform/errors.ts'

/** Accepted headings of each column; case, spaces, hyphens and underscores are ignored. */
const names = {
  id: ['id', 'mentorid'],
  number: ['number', 'msnumber'],
  phone: ['phone', 'mobile', 'phonenumber', 'mobilenumber'],
  city: ['city', 'town'],
  ranking: ['ranking', 'rank', 'adminranking'],
  tier: ['tier'],
  brief: ['brief', 'adminbrief'],
  briefVisible: ['briefvisible', 'adminbriefvisible'],
  shown: ['shown', 'showonwebsite', 'visible'],
  version: ['version'],
} as const
/** Columns of our own export that are there for its readers. */
const ignored = ['name', 'fullname', 'status']
type Column = keyof typeof names
const keys: readonly Column[] = ['id', 'number', 'phone']
const inputs: readonly Column[] = ['ranking', 'tier', 'brief', 'briefVisible', 'shown']

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
    const column = (Object.keys(names) as Column[]).find((one) => names[one].some((name) => name === word)) // safe: a const object
    if (!column) {
      if (word !== '' && !ignored.includes(word)) unread.push(shortened(cell))
      return
    }
    if (at[column] !== undefined) throw new AppError('csv-columns')
    at[column] = index
  })
  const has = (some: readonly Column[]) => some.some((column) => at[column] !== undefined)
  if (!has(keys) || !has(inputs)) throw new AppError('csv-columns')
  return { at, count: cells.length, unread }
}

/** The first 60 characters of a cell, without control characters and lone surrogates, which PostgreSQL refuses. */
export const shortened = (text: string) => [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 60).join('')
const yes = ['yes', 'y', 'true', '1', 'हाँ', 'हां']
const no = ['no', 'n', 'false', '0', 'नहीं']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type FileLine = {
  line: number
  key: { id?: string; number?: number; phone?: string }
  given: string
  city: string
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

  const key: FileLine['key'] = {}
  const [id, number, phone] = [cell('id'), cell('number'), cell('phone')]
  const [, digits] = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(number || (/^ms/i.test(id) ? id : '')) ?? []
  if (digits) key.number = Number(digits)
  else if (number !== '') report('bad-id', number)
  if (uuid.test(id)) key.id = id.toLowerCase()
  else if (id !== '' && !/^ms\s*-?\s*\d{1,9}$/i.test(id)) report('bad-id', id)
  if (phone !== '') {
    const read = phoneField.safeParse(phone)
    if (read.success) key.phone = read.data
    else report('bad-phone', phone)
  }
  if (id === '' && number === '' && phone === '') report('no-key')

  const input: ListingInput = {}
  const [ranking, tier, brief] = [cell('ranking'), cell('tier'), cell('brief')]
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
  const flag = (column: 'briefVisible' | 'shown', problem: ListingProblemCode) => {
    const word = cell(column).toLowerCase()
    if (word !== '' && !yes.includes(word) && !no.includes(word)) report(problem, word)
    return word === '' ? undefined : yes.includes(word)
  }
  const [isBriefVisible, isShown] = [flag('briefVisible', 'bad-brief-visible'), flag('shown', 'bad-shown')]
  if (isBriefVisible !== undefined) input.adminBriefVisible = isBriefVisible
  if (isShown !== undefined) input.showOnWebsite = isShown
  return {
    line,
    key,
    given: shortened(id || number || phone),
    city: cell('city'),
    version: cell('version'),
    input,
    problems,
  }
}
