import {
  catalogueEntries,
  type Grade,
  gradeName,
  grades,
  type Subject,
  subjectFrom,
  subjectSlugs,
  subjectWords,
} from '#contract/reference/catalogue.ts'
import { derivedFromCatalogue } from '#contract/reference/catalogue-changes.ts'
import type { Db } from '#server/platform/database.ts'
import { areas, cities, derivedFromPlaces, findArea, findCity, states } from '#server/reference/places/places.ts'
import { editDistance, maxEdits, wordsOf } from './spelling.ts'

/** What a phrase of free text means. */
export type Meaning =
  | { kind: 'subject'; subject: Subject }
  | { kind: 'grade'; grade: Grade }
  | { kind: 'area'; area: string; city: string }
  | { kind: 'city'; city: string }
  | { kind: 'state'; state: string }
  | { kind: 'online' }
  | { kind: 'nothing' }

const stopWords =
  'tutor tutors tuition tuitions teacher teachers mentor mentors class classes coaching home for in near me at of and the best good sir madam mam maam ji online' +
  ' ट्यूटर ट्यूशन टीचर शिक्षक मेंटर क्लास कक्षा कोचिंग के की का में और लिए पास घर सर मैडम जी'
const normalized = (text: string) => wordsOf(text).join('')

const exact = new Map<string, Meaning>()
for (const word of stopWords.split(' ')) exact.set(normalized(word), { kind: 'nothing' })
for (const word of ['online', 'ऑनलाइन']) exact.set(normalized(word), { kind: 'online' })

/** Names and aliases of subjects, classes, exams and degrees. */
const catalogueWords = derivedFromCatalogue(() => {
  const found = new Map<string, Meaning>()
  for (const subject of subjectSlugs)
    for (const word of subjectWords(subject)) found.set(normalized(word), { kind: 'subject', subject })
  const aliases = new Map(catalogueEntries('grade').map((one) => [one.key, one.aliases]))
  for (const grade of grades) {
    const number = Number(grade)
    const names = number
      ? [`${number}th`, `std ${number}`, `grade ${number}`, `class ${number}th`, `${number}वीं`]
      : [grade, ...(aliases.get(grade) ?? [])]
    for (const name of [gradeName(grade, 'en'), gradeName(grade, 'hi'), ...names])
      found.set(normalized(name), { kind: 'grade', grade })
  }
  for (const [name, grade] of [
    ['1st', '1'],
    ['2nd', '2'],
    ['3rd', '3'],
  ] as const)
    found.set(name, { kind: 'grade', grade })
  return found
})

/** Names of places. Area names are kept apart, because several cities may share one. */
const placeWords = derivedFromPlaces(() => {
  const named = new Map<string, Meaning>()
  const areaNames = new Map<string, string>()
  for (const { name, nameHi } of states)
    for (const one of [name, nameHi]) named.set(normalized(one), { kind: 'state', state: name })
  for (const { name, nameHi } of cities)
    for (const one of [name, nameHi]) named.set(normalized(one), { kind: 'city', city: name })
  for (const { name, nameHi } of areas) for (const one of [name, nameHi]) areaNames.set(normalized(one), name)
  return { named, areaNames }
})
const knownPhrases = derivedFromPlaces(() =>
  derivedFromCatalogue(() => {
    const { named, areaNames } = placeWords()
    return [...named.keys(), ...exact.keys(), ...catalogueWords().keys(), ...areaNames.keys()]
  }),
)

/** Meaning of a correctly spelt phrase or a known alias; null when unknown. */
export function meaningOf(phrase: string, city: string | undefined): Meaning | null {
  const word = normalized(phrase)
  const known = catalogueWords().get(word) ?? exact.get(word) ?? placeWords().named.get(word)
  if (known) return known
  const subject = subjectFrom(phrase)
  if (subject) return { kind: 'subject', subject }
  const named = findCity(phrase)
  if (named) return { kind: 'city', city: named.name }
  const area = (city ? findArea(phrase, city) : null) ?? findArea(phrase)
  return area ? { kind: 'area', area: area.name, city: area.city } : null
}

/** Meaning of the closest known phrase to a misspelt one; null when none is close enough. */
export function closestMeaning(phrase: string, city: string | undefined): Meaning | null {
  const word = normalized(phrase)
  const most = maxEdits(word.length)
  if (most === 0) return null
  let best: { guess: string; away: number } | null = null
  const { areaNames } = placeWords()
  for (const guess of knownPhrases()()) {
    if (guess.length < 4 || guess[0] !== word[0]) continue
    const away = editDistance(word, guess, best ? best.away - 1 : most)
    if (away <= most) best = { guess, away }
    if (best?.away === 1) break
  }
  return best ? meaningOf(areaNames.get(best.guess) ?? best.guess, city) : null
}

/** Words of mentors' names with their frequency. */
export type NameWords = {
  /** Approximate number of mentors. */
  mentors: number
  count(word: string): number
  /** Known words one edit away or starting with this one, most frequent first. */
  like(word: string): string[]
}

const maxWords = 60_000
const cacheMs = 60_000
const maxSimilar = 12
const wordsOfName = 2

function nameWords(rows: readonly { word: string; n: number }[]): NameWords {
  const counts = new Map(rows.map((row) => [row.word, row.n]))
  const byLetter = Map.groupBy(rows, (row) => row.word[0] ?? '')
  return {
    mentors: rows.reduce((sum, row) => sum + row.n, 0) / wordsOfName,
    count: (word) => counts.get(word) ?? 0,
    like(word) {
      const same = byLetter.get(word[0] ?? '') ?? []
      const begins = word.length < 2 ? [] : same.filter((row) => row.word.startsWith(word))
      const most = Math.min(1, maxEdits(word.length))
      const found =
        begins.length > 0 || most === 0 ? begins : same.filter((row) => editDistance(word, row.word, most) <= most)
      return found.slice(0, maxSimilar).map((row) => row.word)
    },
  }
}

const wordCache = new WeakMap<Db, { until: number; words: Promise<NameWords> }>()

/** Words of names, cached for a minute. A newer name is still found when spelt correctly. */
export function readNameWords(db: Db): Promise<NameWords> {
  const known = wordCache.get(db)
  if (known && known.until > Date.now()) return known.words
  const words = db
    .selectFrom('search_word')
    .select(['word', 'n'])
    .where('n', '>', 0)
    .orderBy('n', 'desc')
    .orderBy('word')
    .limit(maxWords)
    .execute()
    .then(nameWords)
  words.catch(() => wordCache.delete(db))
  wordCache.set(db, { until: Date.now() + cacheMs, words })
  return words
}
