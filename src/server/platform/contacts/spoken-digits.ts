import { fold } from './fold.ts'
import { pairWords, soundalikes, teenWords, tenWords, unitWords } from './number-words.ts'

const bare = (word: string): string => fold(word).chars
const units = new Map(unitWords.flatMap((words, digit) => words.map((word) => [bare(word), String(digit)] as const)))
const teens = new Map(teenWords.map((word, index) => [word, String(10 + index)]))
const tens = new Map(tenWords.flatMap((words, index) => words.map((word) => [word, String(20 + 10 * index)] as const)))

/** A joined word such as `nineeighttwo` has at most this many letters. */
const longestJoined = 80

/** The digits a word stands for: `nine` 9, `अट्ठानवे` 98, `nineeight` 98; null for every other word. */
export function digitsOf(word: string): string | null {
  return units.get(word) ?? teens.get(word) ?? tens.get(word) ?? pairOf(word) ?? joined(word)
}

/** Whether a unit after this word belongs to it: `ninety` and `eight`. */
export const isTen = (word: string): boolean => tens.has(word)

/** Spelling variants meet in one key: `saaat` and `sath`, `phive` and `fiv`, `eigth` and `eight`. */
function looseKey(word: string): string {
  const simple = word
    .replace(/^(.)\1+/, '$1')
    .replace(/ph/g, 'f')
    .replace(/(?<=[a-z])h/g, '')
    .replace(/w/g, 'v')
    .replace(/y/g, 'i')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=..)e$/, '')
  return simple.charAt(0) + [...simple.slice(1)].sort().join('')
}
const looseUnits = new Map<string, string>()
for (const [word, digit] of units) if (/^[a-z]{2,}$/.test(word)) looseUnits.set(looseKey(word), digit)

/** `to` for two, `ate` for eight, misspellings: the digit, where other digits stand beside it. */
export const soundalike = (word: string): string | undefined =>
  soundalikes[word] ?? (/^[a-z]{2,7}$/.test(word) ? looseUnits.get(looseKey(word)) : undefined)

const leet: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  '!': 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
}

/** `n1ne`, `tw0`, `$even`, `9ine`: a number word with digits or signs for some of its letters. */
export function leetDigit(word: string): string | undefined {
  const digit = word.charAt(0)
  const rest = word.slice(1)
  if (/^\d[a-z]{2,5}$/.test(word) && unitWords[Number(digit)]?.some((unit) => unit.slice(1) === rest)) return digit
  // `fo4r`: the digit stands in the word for itself.
  const own = /\d/.exec(word)?.[0]
  const isOwn = (unit: string) =>
    unit.length === word.length && [...unit].every((char, at) => char === word[at] || word[at] === own)
  if (own && word.replace(/\D/g, '').length === 1 && unitWords[Number(own)]?.some(isOwn)) return own
  const spelled = word.replace(/[\d!@$]/g, (char) => leet[char] ?? char)
  return units.get(spelled) ?? units.get(spelled.replace(/i/g, 'l'))
}

const lookalikes: Readonly<Record<string, string>> = {
  o: '0',
  i: '1',
  l: '1',
  s: '5',
  z: '2',
  b: '8',
  e: '3',
  g: '9',
  q: '9',
}

/** Ten characters of which most are digits and the rest look like some: 98Oll42O6S. */
export const isDisguised = (word: string): boolean =>
  /^[6-9][\doilszbegq]{9}$/.test(undisguised(word.charAt(0)) + word.slice(1)) && word.replace(/\D/g, '').length >= 5
export const undisguised = (word: string): string => [...word].map((char) => lookalikes[char] ?? char).join('')

/** Letters typed for digits inside a number: O for 0, l and I for 1; S, Z and B only with digits on both sides. */
export function lookalike(word: string, isDigitBefore: boolean, isDigitAfter: boolean): string | null {
  if (word.length > 9 || !(isDigitBefore || isDigitAfter)) return null
  if (!/^[oil]+$/.test(word) && !(isDigitBefore && isDigitAfter && /^[oilszb]+$/.test(word))) return null
  return undisguised(word)
}

// `eightyeight`, `twentyfour`: a ten and a unit.
const parts = new Map([...units, ...teens, ...tens])
for (const [ten, value] of tens) {
  for (const [unit, digit] of units) if (/^[a-z]+$/.test(unit) && digit !== '0') parts.set(ten + unit, value[0] + digit)
}
const longestPart = 12

function joined(word: string): string | null {
  if (word.length < 4 || word.length > longestJoined) return null
  const readings: (string | null)[] = ['']
  for (let end = 1; end <= word.length; end++) {
    readings[end] = null
    // The longest part is tried last, and wins.
    for (let start = end - 2; start >= Math.max(0, end - longestPart); start--) {
      const before = readings[start]
      const digits = before == null ? undefined : parts.get(word.slice(start, end))
      if (digits !== undefined) readings[end] = `${before}${digits}`
    }
  }
  return readings[word.length] ?? null
}

const consonants: Record<string, string> = Object.fromEntries(
  'क:k ख:k ग:g घ:g ङ:n च:c छ:c ज:j झ:j ञ:n ट:t ठ:t ड:d ढ:d ण:n त:t थ:t द:d ध:d न:n प:p फ:f ब:b भ:b म:m य:y र:r ऱ:r ल:l ळ:l व:v श:s ष:s स:s ह:h'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)
const vowels: Record<string, string> = Object.fromEntries(
  'इ:i ई:i उ:u ऊ:u ए:e ऐ:e ओ:o औ:o ि:i ी:i ु:u ू:u े:e ै:e ो:o ौ:o'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/** Key of a word that ignores spelling variants: aspiration (`kh`), `a`, nasals, doubled letters, and `b` versus `v`. */
function keyOf(word: string): string {
  const latin = /[\u0900-\u097f]/.test(word)
    ? [...word].map((char) => consonants[char] ?? vowels[char] ?? '').join('')
    : word
        .replace(/([ckgtdpbsj])h+/g, '$1')
        .replace(/w/g, 'v')
        .replace(/ch/g, 'c')
  return latin
    .replace(/a[iy]|ee/g, (two) => (two === 'ee' ? 'i' : 'e'))
    .replace(/[ao]u/g, 'o')
    .replace(/a|n(?=[tdcs])/g, '')
    .replace(/b/g, 'v')
    .replace(/iy/g, 'y')
    .replace(/(.)\1+/g, '$1')
}

// Short words would become ambiguous, so they match only in these spellings.
const shortestKey = 3
const exact = new Map<string, string>()
const byKey = new Map<string, string>()
for (const entry of pairWords.split(/·|\n/)) {
  const [number = '', ...spellings] = entry.trim().split(' ')
  for (const spelling of spellings.map(bare)) {
    exact.set(spelling, number)
    const key = keyOf(spelling)
    if (key.length >= shortestKey && !byKey.has(key)) byKey.set(key, number)
  }
}

/** The two digits of a Hindi or Marathi number word from ten to ninety-nine, in either script. */
function pairOf(word: string): string | undefined {
  if (word.length > 16) return undefined
  return exact.get(word) ?? (word.length < shortestKey ? undefined : byKey.get(keyOf(word)))
}
