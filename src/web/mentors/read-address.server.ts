import { priceFilter, snapToGrid } from '#contract/mentors/limits.ts'
import { type MentorFilter, mentorFilter } from '#contract/mentors/mentors.ts'
import { boardFrom, boards, gradeName, subjectFrom, subjectsTaughtIn } from '#contract/reference/catalogue.ts'
import { languages } from '#contract/reference/hindi-names.ts'
import { currentLocale } from '../locale.ts'
import type { Draft } from './filter-address.ts'
import { subjectName } from './names.server.ts'
import { cityNamed, stateNamed } from './places.server.ts'

const lists = ['subject', 'mode', 'days']
const positionFields = ['lat', 'lon'] as const
/** Greater than any distance within India. */
export const everywhereKm = 5000

type RawFilter = Record<string, string | string[]>

function rawFilterOf(params: URLSearchParams): RawFilter {
  const given: RawFilter = {}
  for (const name of Object.keys(mentorFilter.shape)) {
    const values = params
      .getAll(name)
      .map((one) => one.trim())
      .filter(Boolean)
    const last = values.at(-1)
    // The page size is not up to the URL.
    if (last === undefined || name === 'limit') continue
    given[name] = lists.includes(name) ? [...new Set(values)] : last
  }
  return given
}

/** Removes invalid values from `given` and returns them. */
function dropInvalid(given: RawFilter): string[] {
  const checked = mentorFilter.safeParse(given)
  if (checked.success) return []
  const dropped: string[] = []
  const paths = new Map(checked.error.issues.map(({ path }) => [path.join('.'), path]))
  for (const [name, index] of [...paths.values()].reverse()) {
    const value = given[String(name)]
    if (Array.isArray(value) && typeof index === 'number') dropped.push(...value.splice(index, 1))
    else if (value !== undefined) {
      dropped.push(...[value].flat())
      delete given[String(name)]
    }
  }
  return [...dropped, ...dropInvalid(given)]
}

/** Removes subjects that are not taught in the selected class, because they would only empty the list. */
function dropUntaught(filter: MentorFilter): string[] {
  const { class: grade, subject: chosen } = filter
  if (!grade || !chosen) return []
  const taught = subjectsTaughtIn(grade)
  const untaught = chosen.filter((one) => !taught.includes(one))
  filter.subject = chosen.filter((one) => taught.includes(one))
  return untaught.map((one) => `${subjectName(one)} (${gradeName(grade, currentLocale())})`)
}

/**
 * Resolves city and state names. A city implies its state, so the state is left to the controls. @returns the state for
 * the controls
 */
function resolveLocation(filter: MentorFilter, skipped: string[]): string {
  const state = filter.state === undefined ? '' : (stateNamed(filter.state) ?? filter.state)
  if (state) filter.state = state
  const city = filter.city === undefined ? undefined : cityNamed(filter.city)
  if (!city) return state
  filter.city = city.name
  if (state && city.alsoIn.includes(state)) return state
  if (state && state !== city.state) {
    // Without JavaScript the form still contains the old city after another state is selected.
    skipped.push(city.name)
    delete filter.city
    delete filter.area
    return state
  }
  delete filter.state
  return city.state
}

/** Matches prefixes, so that "cbse" finds "CBSE Board". */
const namedLike = (names: readonly string[], text: string | undefined) =>
  names.find((name) => text && name.toLowerCase().startsWith(text.toLowerCase())) ?? text

/**
 * Parses the filters of a URL for the API and for the controls. Invalid values are skipped and reported rather than
 * refused, so that an old or mistyped link still shows mentors. Requires `knownAreas`.
 */
export function readAddress(params: URLSearchParams): { filter: MentorFilter; draft: Draft; skipped: string[] } {
  const given = rawFilterOf(params)
  // Without JavaScript the form still contains the old city after any state is selected.
  if (params.has('city') && params.get('state')?.trim() === '') {
    for (const name of ['city', 'area', ...positionFields]) delete given[name]
    given.within ??= String(everywhereKm)
  }
  const skipped = dropInvalid(given)
  const filter = mentorFilter.parse(given)
  skipped.push(...dropUntaught(filter))
  for (const name of positionFields) {
    if (filter[name] !== undefined) filter[name] = snapToGrid(filter[name])
  }
  const { min = priceFilter.min, max = priceFilter.max } = filter
  // The ends of the slider mean no limit; removing them gives each selection one canonical form.
  if (min === priceFilter.min) delete filter.min
  if (max === priceFilter.max) delete filter.max
  if (min > max) {
    skipped.push(`${min} - ${max}`)
    delete filter.min
    delete filter.max
  }
  const board = boardFrom(filter.board ?? '') ?? namedLike(boards, filter.board)
  const language = namedLike(languages, filter.language)
  if (board) filter.board = board
  if (language) filter.language = language
  const draft = draftOf(filter, resolveLocation(filter, skipped))
  // A search by name covers all of India.
  if (filter.q && !filter.area && !filter.city && !filter.state && filter.within === undefined)
    filter.within = everywhereKm
  return { filter, draft, skipped }
}

function draftOf(filter: MentorFilter, state: string): Draft {
  return {
    q: filter.q ?? '',
    class: filter.class ?? '',
    subject: filter.subject ?? [],
    state,
    city: filter.city ?? '',
    area: filter.area ?? '',
    min: filter.min ?? priceFilter.min,
    max: filter.max ?? priceFilter.max,
    mode: filter.mode ?? [],
    board: filter.board ?? '',
    gender: filter.gender ?? '',
    days: filter.days ?? [],
    language: filter.language ?? '',
    rating: filter.rating === undefined ? '' : String(filter.rating),
    within: filter.within === undefined ? '' : String(filter.within),
    sort: filter.sort,
    hidden: positionFields.flatMap((name) =>
      filter[name] === undefined ? [] : [[name, String(filter[name])] as const],
    ),
  }
}

/** Whether a URL contains a position more precise than our grid, which could locate a home. */
export const isPrecisePosition = (params: URLSearchParams): boolean =>
  positionFields.some((name) => {
    const degrees = Number(params.get(name))
    return Number.isFinite(degrees) && snapToGrid(degrees) !== degrees
  })

/** The selection with a search text such as "maths" moved to the subjects, or null. */
export function subjectInQuery(draft: Draft): Draft | null {
  const subject = draft.q === '' ? null : subjectFrom(draft.q)
  return subject && { ...draft, q: '', subject: [...new Set([...draft.subject, subject])] }
}
