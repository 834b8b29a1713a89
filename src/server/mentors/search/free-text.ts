import type { MentorFilter } from '#contract/mentors/mentors.ts'
import { transliterate } from '#server/platform/transliterate.ts'
import { findCity, findState } from '#server/reference/places/places.ts'
import { keyTag, type NameTerms } from './filter-tags.ts'
import { wordsOf } from './spelling.ts'
import { closestMeaning, type Meaning, meaningOf, type NameWords } from './vocabulary.ts'

const maxPhraseWords = 4

/** A parsed query: the filter it means, and the remaining words as name tags. `isNothing`: it has no word at all. */
type ParsedQuery = { filter: MentorFilter; isNothing: boolean } & NameTerms

type Part = { meaning: Meaning; from: number; to: number }

/** Longest phrases `read` recognises, without overlaps. */
function phrases(words: readonly string[], taken: readonly Part[], read: (words: string[]) => Meaning | null): Part[] {
  const found = [...taken]
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const to = from + length
      if (found.some((part) => from < part.to && part.from < to)) continue
      const meaning = read(words.slice(from, to))
      if (meaning) found.push({ meaning, from, to })
    }
  }
  return found
}

/**
 * Turns free text into filters: "indor maths" is the city Indore and the subject Mathematics. Other words are names.
 */
export function parseQuery(given: MentorFilter, names: NameWords): ParsedQuery {
  const { q, ...filter } = given
  const words = wordsOf(q ?? '')
  const plain = {
    filter,
    groups: [],
    nameMatches: Infinity,
    nameShare: 1,
    isNothing: q !== undefined && words.length === 0,
  }
  if (words.length === 0) return plain
  const city = filter.city
  const isName = (word: string) => names.count(word) > 0
  let parts = phrases(words, [], (some) => meaningOf(some.join(' '), city))
  // A city name beside another name belongs to a person: "Vidya Sagar".
  parts = parts.filter(
    ({ meaning, from, to }) =>
      !(
        (meaning.kind === 'city' || meaning.kind === 'area') &&
        to - from === 1 &&
        isName(words[from] ?? '') &&
        words.some((word, i) => isName(word) && !parts.some((part) => part.from <= i && i < part.to))
      ),
  )
  parts = phrases(words, parts, (some) => (some.every(isName) ? null : closestMeaning(some.join(' '), city)))
  const applied = applyMeanings(filter, parts)
  const groups = [...applied.groups]
  let nameMatches = Infinity
  for (const [i, word] of words.entries()) {
    if (parts.some((part) => part.from <= i && i < part.to)) continue
    const spoken = transliterate(word)
    const alike = isName(word) ? [word] : isName(spoken) ? [spoken] : names.like(spoken)
    const group = alike.length > 0 ? alike : [spoken]
    groups.push([...new Set(group)].map((one) => `name:${one}`))
    const matches = group.reduce((sum, one) => sum + names.count(one), 0)
    // Assumes that names are independent.
    nameMatches = nameMatches === Infinity ? matches : (nameMatches * matches) / Math.max(1, names.mentors)
  }
  const nameShare = Math.min(1, nameMatches / Math.max(1, names.mentors))
  return { filter: applied.filter, groups, nameMatches, nameShare, isNothing: false }
}

/** Applies meanings to a filter: a place in the text replaces the selected one, everything else is added. */
function applyMeanings(filter: MentorFilter, parts: readonly Part[]): { filter: MentorFilter; groups: string[][] } {
  const ordered = [...parts].sort((a, b) => a.from - b.from).map((part) => part.meaning)
  const of = <K extends Meaning['kind']>(kind: K) =>
    ordered.filter((one): one is Extract<Meaning, { kind: K }> => one.kind === kind)
  const next = { ...filter }
  const groups: string[][] = []
  const area = of('area')[0]
  const city = of('city')[0]
  const state = of('state')[0]
  const grade = of('grade')[0]
  if (area || city || state) {
    for (const field of ['area', 'city', 'state', 'lat', 'lon'] as const) delete next[field]
    const knownState = findState(state?.state ?? filter.state ?? '')
    if (city) next.city = city.city
    // "Sagar Karnataka" means the city in that state, not the better-known one.
    if (city && knownState && findCity(city.city, knownState)) next.state = knownState
    // "Vijay Nagar Jabalpur" means the area in that city, not the better-known one.
    const where = area && meaningOf(area.area, city?.city)
    if (where?.kind === 'area') Object.assign(next, { area: where.area, city: where.city })
    if (state && !area && !city) next.state = state.state
  }
  if (grade && !filter.class) next.class = grade.grade
  const subjects = [...new Set(of('subject').map((one) => one.subject))]
  if (subjects.length > 0 && !filter.subject?.length) next.subject = subjects
  else if (subjects.length > 0) groups.push(subjects.map((one) => keyTag(next.class ?? '', one)))
  if (of('online').length > 0 && !filter.mode?.length) next.mode = ['online']
  return { filter: next, groups }
}
