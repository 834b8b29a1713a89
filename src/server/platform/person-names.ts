import { transliterate } from '#server/platform/transliterate.ts'

/** Titles that banks write before names. */
const titles = ['MR', 'MRS', 'MS', 'MISS', 'SHRI', 'SRI', 'SMT', 'KUM', 'DR']

function wordsOf(name: string): string[] {
  const latin = name.split(/\s+/).map(transliterate).join(' ')
  const words =
    latin
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .replace(/SINH\b/g, 'SINGH')
      .match(/\p{L}+/gu) ?? []
  const rest = words.filter((word) => !titles.includes(word))
  return rest.length > 0 ? rest : words
}

/**
 * Whether a bank's name is clearly the same person's: every word of the shorter name is in the longer one, in any order, where
 * one may be an initial; two of them in full, or all of a name of one word. Anything else is for an admin to judge.
 */
export function isSameName(checked: string, atBank: string): boolean {
  const ours = wordsOf(checked)
  const theirs = wordsOf(atBank)
  if (ours.length === 0 || theirs.length === 0) return false
  if (ours.join('') === theirs.join('')) return true
  const [shorter, longer] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours]
  const left = [...longer]
  let full = 0
  // Whole words first, so that an initial does not take one of them.
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const exact = left.indexOf(word)
    const place =
      exact >= 0
        ? exact
        : left.findIndex((one) => one.charAt(0) === word.charAt(0) && Math.min(one.length, word.length) === 1)
    if (place < 0) return false
    if (exact >= 0 && word.length > 1) full++
    left.splice(place, 1)
  }
  return full >= 2
}
