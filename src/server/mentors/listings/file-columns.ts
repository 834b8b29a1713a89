import { verificationLimits } from '#contract/mentors/limits.ts'
import type { ListingProblem, ListingProblemCode } from '#contract/mentors/listing-words.ts'
import { type ListingWish, listingWish } from '#contract/mentors/listings.ts'
import { phone as phoneField } from '#contract/wire/fields.ts'
import type { CsvRecord } from '#server/platform/csv-reader.ts'
import { AppError } from '#server/platform/errors.ts'

/** Columns of a file by the names they may have; spaces, underscores and capitals do not count. */
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
/** For people who read the file, and of no use here. */
const known = ['name', 'fullname', 'status']
type Column = keyof typeof names
const keys: readonly Column[] = ['id', 'number', 'phone']
const wishes: readonly Column[] = ['ranking', 'tier', 'brief', 'briefVisible', 'shown']

export type Columns = { at: Partial<Record<Column, number>>; count: number; unread: string[] }

/**
 * What each column of a file is, by its first line.
 * @throws csv-columns
 */
export function columnsOf({ cells }: CsvRecord): Columns {
  const at: Columns['at'] = {}
  const unread: string[] = []
  cells.forEach((cell, place) => {
    const word = cell.toLowerCase().replace(/[\s_-]+/g, '')
    const column = (Object.keys(names) as Column[]).find((one) => names[one].some((name) => name === word)) // true: a const object
    if (!column) {
      if (word !== '' && !known.includes(word)) unread.push(shortened(cell))
      return
    }
    if (at[column] !== undefined) throw new AppError('csv-columns')
    at[column] = place
  })
  const has = (some: readonly Column[]) => some.some((column) => at[column] !== undefined)
  if (!has(keys) || !has(wishes)) throw new AppError('csv-columns')
  return { at, count: cells.length, unread }
}

/** The begin of a cell as it can be kept: PostgreSQL takes neither a NUL nor half a letter. */
export const shortened = (text: string) => [...text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, 60).join('')
const yes = ['yes', 'y', 'true', '1', 'हाँ', 'हां']
const no = ['no', 'n', 'false', '0', 'नहीं']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type FileLine = {
  line: number
  key: { id?: string; number?: number; phone?: string }
  given: string
  city: string
  /** Of the mentor when the file was made; empty where the file does not say. */
  version: string
  wish: ListingWish
  problems: ListingProblem[]
}

/** What one line of a file says, as far as it can be read without looking at anybody. An empty cell leaves things as they are. */
export function readLine({ line, cells, isOpen }: CsvRecord, { at, count }: Columns): FileLine {
  const cell = (column: Column) => {
    const place = at[column]
    // The apostrophe that our own files put before what looks like a formula.
    return place === undefined ? '' : (cells[place] ?? '').trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')
  }
  const problems: ListingProblem[] = []
  const say = (code: ListingProblemCode, value = '') => problems.push({ code, value: shortened(value) })
  if (isOpen) say('open-quote')
  if (cells.slice(count).some((one) => one.trim() !== '')) say('too-many-cells')

  const key: FileLine['key'] = {}
  const [id, number, phone] = [cell('id'), cell('number'), cell('phone')]
  const [, digits] = /^(?:ms\s*-?\s*)?(\d{1,9})$/i.exec(number || (/^ms/i.test(id) ? id : '')) ?? []
  if (digits) key.number = Number(digits)
  else if (number !== '') say('bad-id', number)
  if (uuid.test(id)) key.id = id.toLowerCase()
  else if (id !== '' && !/^ms\s*-?\s*\d{1,9}$/i.test(id)) say('bad-id', id)
  if (phone !== '') {
    const read = phoneField.safeParse(phone)
    if (read.success) key.phone = read.data
    else say('bad-phone', phone)
  }
  if (id === '' && number === '' && phone === '') say('no-key')

  const wish: ListingWish = {}
  const [ranking, tier, brief] = [cell('ranking'), cell('tier'), cell('brief')]
  const { min, max } = verificationLimits.ranking
  if (ranking !== '') {
    if (/^\d{1,2}$/.test(ranking) && Number(ranking) >= min && Number(ranking) <= max)
      wish.adminRanking = Number(ranking)
    else say('bad-ranking', ranking)
  }
  if (tier !== '') {
    const word = tier.toLowerCase()
    if (word === 'gold' || word === 'silver') wish.tier = word
    else say('bad-tier', tier)
  }
  if (brief !== '') {
    const read = listingWish.shape.adminBrief.safeParse(brief === '-' ? '' : brief)
    if (read.success && read.data !== undefined) wish.adminBrief = read.data
    else say('bad-brief')
  }
  const flag = (column: 'briefVisible' | 'shown', problem: ListingProblemCode) => {
    const word = cell(column).toLowerCase()
    if (word !== '' && !yes.includes(word) && !no.includes(word)) say(problem, word)
    return word === '' ? undefined : yes.includes(word)
  }
  const [isBriefVisible, isShown] = [flag('briefVisible', 'bad-brief-visible'), flag('shown', 'bad-shown')]
  if (isBriefVisible !== undefined) wish.adminBriefVisible = isBriefVisible
  if (isShown !== undefined) wish.showOnWebsite = isShown
  return {
    line,
    key,
    given: shortened(id || number || phone),
    city: cell('city'),
    version: cell('version'),
    wish,
    problems,
  }
}
