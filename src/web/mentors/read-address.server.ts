import { gradeName, subjectFrom, subjectsOfGrade } from '#contract/catalogue.ts'
import { defaultPoint, nearbyKm, priceFilter } from '#contract/limits.ts'
import { type MentorFilter, mentorFilter } from '#contract/mentors.ts'
import { currentLocale } from '../locale.ts'
import type { Draft } from './filter-address.ts'
import { subjectName } from './names.server.ts'

const lists = ['subject', 'mode', 'days']
const keptNames = ['state', 'board', 'gender', 'language', 'rating', 'lat', 'lon'] as const
const position = ['lat', 'lon'] as const
/** Further than any two places of the country. */
const everywhereKm = 5000

type Given = Record<string, string | string[]>

function givenIn(params: URLSearchParams): Given {
  const given: Given = {}
  for (const name of Object.keys(mentorFilter.shape)) {
    const values = params
      .getAll(name)
      .map((one) => one.trim())
      .filter(Boolean)
    const last = values.at(-1)
    // How many make a page is ours to say.
    if (last === undefined || name === 'limit') continue
    given[name] = lists.includes(name) ? [...new Set(values)] : last
  }
  return given
}

/** Takes the values that do not fit out of `given` and returns them. */
function dropBad(given: Given): string[] {
  const checked = mentorFilter.safeParse(given)
  if (checked.success) return []
  const dropped: string[] = []
  const places = new Map(checked.error.issues.map(({ path }) => [path.join('.'), path]))
  for (const [name, place] of [...places.values()].reverse()) {
    const value = given[String(name)]
    if (Array.isArray(value) && typeof place === 'number') dropped.push(...value.splice(place, 1))
    else if (value !== undefined) {
      dropped.push(...[value].flat())
      delete given[String(name)]
    }
  }
  return [...dropped, ...dropBad(given)]
}

/** Subjects that nobody teaches in the chosen class would only empty the list. */
function dropUntaught(filter: MentorFilter): string[] {
  const { class: grade, subject: chosen } = filter
  if (!grade || !chosen) return []
  const taught = subjectsOfGrade(grade)
  const untaught = chosen.filter((one) => !taught.includes(one))
  filter.subject = chosen.filter((one) => taught.includes(one))
  return untaught.map((one) => `${subjectName(one)} (${gradeName(grade, currentLocale())})`)
}

/**
 * The filters of an address, in the server's terms and as the controls hold them. Values that make no sense are left
 * out and named, never an error: an old or mistyped link still shows mentors.
 */
export function readAddress(params: URLSearchParams): { filter: MentorFilter; draft: Draft; leftOut: string[] } {
  const given = givenIn(params)
  const leftOut = dropBad(given)
  const filter = mentorFilter.parse(given)
  leftOut.push(...dropUntaught(filter))
  for (const name of position) {
    if (filter[name] !== undefined) filter[name] = Math.round(filter[name] * 100) / 100
  }
  const { min = priceFilter.min, max = priceFilter.max } = filter
  // The ends of the slider say nothing; one choice is one list, however its address was written.
  if (min === priceFilter.min) delete filter.min
  if (max === priceFilter.max) delete filter.max
  if (min > max) {
    leftOut.push(`${min} - ${max}`)
    delete filter.min
    delete filter.max
  }
  // Where the list begins anyway.
  if (filter.city?.toLowerCase() === defaultPoint.city.toLowerCase() && !filter.state) delete filter.city
  // Who looks for a name means that person, wherever they live.
  if (filter.q && !filter.area && !filter.city && filter.within === nearbyKm) filter.within = everywhereKm
  return { filter, draft: draftOf(filter), leftOut }
}

function draftOf(filter: MentorFilter): Draft {
  const within =
    filter.within === nearbyKm || filter.within === everywhereKm ? [] : [['within', String(filter.within)] as const]
  return {
    q: filter.q ?? '',
    class: filter.class ?? '',
    subject: filter.subject ?? [],
    city: filter.city ?? '',
    area: filter.area ?? '',
    min: filter.min ?? priceFilter.min,
    max: filter.max ?? priceFilter.max,
    mode: filter.mode ?? [],
    sort: filter.sort,
    kept: [
      ...keptNames.flatMap((name) => (filter[name] === undefined ? [] : [[name, String(filter[name])] as const])),
      ...(filter.days ?? []).map((day) => ['days', day] as const),
      ...within,
    ],
  }
}

/** Whether an address says where somebody is to the door; our links carry hundredths of a degree at most. */
export const isTooExact = (params: URLSearchParams): boolean =>
  position.some((name) => /\.\d{3}/.test(params.get(name) ?? ''))

/** A search for "maths" means the subject: the choice with the word moved there, or null. */
export function subjectMeant(draft: Draft): Draft | null {
  const subject = draft.q === '' ? null : subjectFrom(draft.q)
  return subject && { ...draft, q: '', subject: [...new Set([...draft.subject, subject])] }
}
