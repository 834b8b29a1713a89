import { blankOutOtherNumbers } from './not-phone-numbers.ts'
import { teenWords, tenWords, unitWords } from './number-words.ts'
import { digitsOf, soundalike } from './spoken-digits.ts'

/** A word, a number or a sign of the folded text. `digits` are those it may stand for. */
export type Word = { text: string; from: number; to: number; digits: string; isGuess: boolean }

export const isLetters = (text: string): boolean => /^[\p{L}\p{M}]/u.test(text)

/** What is left of a word whose vowels people leave out: `eght`, `svn`, `nynty`. */
const skeletonOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/w/g, 'v')
    .replace(/(?<=.)[aeiouyh]/g, '')
    .replace(/(.)\1+/g, '$1')

const skeletons = new Map<string, string>()
for (const [digits, spellings] of [
  ...unitWords.map((words, digit) => [String(digit), words] as const),
  ...teenWords.map((word, at) => [String(10 + at), [word]] as const),
  ...tenWords.map((words, at) => [String(20 + 10 * at), words] as const),
]) {
  for (const word of spellings) {
    const skeleton = skeletonOf(word)
    if (/^[a-z]{3,}$/.test(word) && skeleton.length > 1 && !skeletons.has(skeleton)) skeletons.set(skeleton, digits)
  }
}

/** The folded text as words, read as generously as possible: any word that may be a digit is one. */
export function wordsOf(chars: string): Word[] {
  const calm = blankOutOtherNumbers(chars)
  return Array.from(chars.matchAll(/[\p{L}\p{M}]+|\d+|([^\s\p{L}\p{M}\d•])\1*/gu), ({ 0: text, index: from }) => {
    const word = { text, from, to: from + text.length, digits: '', isGuess: false }
    // Dates, times and the like.
    if (/^x+$/.test(calm.slice(from, word.to)) && !/^x+$/.test(text)) return word
    if (/^\d/.test(text)) return { ...word, digits: text }
    if (!isLetters(text)) return word
    const digits = digitsOf(text)
    if (digits !== null) return { ...word, digits }
    const guess = soundalike(text) ?? skeletons.get(skeletonOf(text))
    return guess === undefined ? word : { ...word, digits: guess, isGuess: true }
  })
}
