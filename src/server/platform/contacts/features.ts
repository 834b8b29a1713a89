import type { Folded } from './fold.ts'
import { linksIn } from './links.ts'
import { markers } from './number-rules.ts'
import { fillers, multipliers, repeats } from './number-words.ts'
import { numbersIn } from './numbers.ts'
import { leetDigit } from './spoken-digits.ts'
import { kindsOf, odditiesOf, shapeOf } from './word-kinds.ts'
import { isLetters, type Word, wordsOf } from './words.ts'

/** FNV-1a with a final mix: where a feature stands in a table. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

/** A text as the score reads it. */
export type Reading = {
  chars: string
  isCapital: boolean[]
  words: Word[]
  names: string[]
  grams: number[][]
  chunks: Chunk[]
}
/** What stands between spaces. */
type Chunk = { text: string; shape: string; from: number; to: number; oddities: string[]; kinds: string[] }

export function readingOf({ chars, starts }: Folded, written: string, isKnown: (word: string) => boolean): Reading {
  const words = wordsOf(chars)
  const isCapital = words.map(({ from }) => /\p{Lu}/u.test(written.charAt(starts[from] ?? 0)))
  const chunks = Array.from(chars.matchAll(/[^\s•]+/g), ({ 0: text, index: from }) => {
    const parts = text.match(/[\p{L}\p{M}]+|@/gu) ?? []
    const kinds = [...new Set(parts.flatMap(kindsOf))]
    return {
      text,
      shape: shapeOf(text.slice(0, 60)).slice(0, 12),
      from,
      to: from + text.length,
      oddities: odditiesOf(text, isKnown),
      kinds,
    }
  })
  return { chars, isCapital, words, names: words.map(nameOf), grams: words.map(gramsOf), chunks }
}

/** Digits are alike; words that stand for digits too. */
function nameOf({ text, digits }: Word): string {
  if (/^\d/.test(text)) return digits === '' ? '#' : `#${Math.min(text.length, 11)}`
  return digits === '' ? text : `$${Math.min(digits.length, 4)}`
}

const longestWord = 24

/** Two to five characters of a word, its ends included. */
function gramsOf({ text, digits, isGuess }: Word): number[] {
  if (!isLetters(text) || (digits !== '' && !isGuess)) return []
  const padded = `^${text.slice(0, longestWord)}$`
  const grams: number[] = []
  for (let size = 2; size <= 5; size++)
    for (let at = 0; at + size <= padded.length; at++) grams.push(hash(`c ${padded.slice(at, at + size)}`))
  return grams
}

const exactly = (value: number): string => (value > 14 ? 'many' : value > 11 ? 'long' : String(value))
const few = (value: number): string => (value > 6 ? '7+' : value > 4 ? '5+' : String(value))

/** The features of each word: itself, its neighbours, and what is near. */
export function wordFeatures({ isCapital, words, names, grams, chunks }: Reading): number[][] {
  const kinds = words.map(({ text }) => kindsOf(text))
  const digitsBefore = [0]
  for (const { digits } of words) digitsBefore.push((digitsBefore.at(-1) ?? 0) + digits.length)
  const digitsUntil = (index: number) => digitsBefore[Math.max(0, Math.min(words.length, index))] ?? 0
  let chunk = 0
  return words.map(({ text, from, digits }, index) => {
    const found: string[] = []
    for (let offset = -2; offset <= 2; offset++) found.push(`w${offset} ${names[index + offset] ?? '^'}`)
    found.push(`b- ${names[index - 1] ?? '^'} ${names[index]}`, `b+ ${names[index]} ${names[index + 1] ?? '^'}`)
    const form = digits !== '' ? 'd' : isLetters(text) ? (text.length === 1 ? 'l' : 'w') : 'x'
    for (const reach of [3, 6, 10, 20])
      found.push(`digits ${reach} ${form} ${exactly(digitsUntil(index + reach + 1) - digitsUntil(index - reach))}`)
    while ((chunks[chunk]?.to ?? Infinity) <= from) chunk++
    const signs = [...(chunks[chunk]?.oddities ?? []), chunks[chunk]?.shape ?? '']
    if (isCapital[index] && (isCapital[index - 1] || isCapital[index + 1])) signs.push('title')
    found.push(...signs.map((sign) => `odd ${sign}`))
    const near = new Set<string>()
    for (let offset = -8; offset <= 8; offset++) {
      for (const kind of kinds[index + offset] ?? []) {
        near.add(`${kind} ${offset < 0 ? 'before' : 'after'}`)
        if (Math.abs(offset) < 7 && offset !== 0) found.push(`kind ${form} ${kind} ${offset}`)
      }
    }
    for (const kind of near) found.push(...signs.map((sign) => `odd ${sign} ${kind}`))
    return [...found.map(hash), ...(grams[index] ?? [])]
  })
}

/** The features of a whole text: what it says, and in `signs` what counts more, given the scores of its words. */
export function textFeatures(reading: Reading, scores: number[]): { says: number[]; signs: number[] } {
  const { names, grams, chunks } = reading
  const says = names.flatMap((name, index) => [`w ${name}`, `b ${names[index - 1] ?? '^'} ${name}`])
  says.push(`b ${names.at(-1)} ^`, ...chunks.map(({ shape }) => `s ${shape}`))
  for (const [index, { kinds }] of chunks.entries()) {
    for (const about of kinds.filter((kind) => /app|directory|mail/.test(kind)))
      for (let other = Math.max(0, index - 6); other < Math.min(chunks.length, index + 7); other++)
        if (other !== index)
          says.push(`${about === 'mail' ? 'mail' : 'app'} ~ ${chunks[other]?.text.replace(/[^\p{L}\p{M}]/gu, '')}`)
  }
  const level = Math.min(3, Math.floor(sizeOf(reading.words) / 4))
  says.push(...names.map((name) => `${level} ~ ${name}`))
  const signs = [
    `rule ${numbersIn(reading.chars).length > 0} ${linksIn(reading.chars).length > 0}`,
    ...digitSigns(reading),
    ...nameSigns(reading),
    ...scoreSigns(reading, scores),
  ]
  return { says: [...says.map(hash), ...grams.flat()], signs: signs.map(hash) }
}

const sizeOf = (words: Word[]): number => words.reduce((sum, { digits }) => sum + digits.length, 0)
const marks = Object.entries(markers)

/** How many digits follow each other, and how they are set apart. */
function digitSigns({ chars, words }: Reading): string[] {
  const found = new Set<string>()
  const marked = marks.filter(([, pattern]) => pattern.test(chars)).map(([name]) => name)
  for (const name of marked) found.add(`mark ${name}`)
  found.add(`all ${exactly(sizeOf(words))}`)
  found.add(`sure ${exactly(sizeOf(words.filter(({ isGuess }) => !isGuess)))}`)
  for (const most of [0, 1, 2, 4, 8])
    for (const sign of runSigns(chars, longestRun(words, most), marked)) found.add(`${most} ${sign}`)
  const count = (pattern: RegExp) => chars.match(pattern)?.length ?? 0
  const items = count(/[,;|\n]|\.\.+/g) + 1
  found.add(`items ${items > 12 ? 'many' : items > 7 ? items : items > 3 ? 4 : 0}`)
  found.add(`sums ${few(count(/\d ?[-+*/x×÷^] ?\d/g))}`)
  found.add(`letters ${few(words.filter(({ text }) => /^\p{L}$/u.test(text)).length)}`)
  if (/(?:(?<![\p{L}\d])\p{L}[^\p{L}\d]{1,2}){4,}/u.test(chars)) found.add('spelled')
  const amount = sizeOf(words) > 5 ? 'digits' : ''
  found.add(`repeats ${few(words.filter(({ text }) => repeats[text] !== undefined).length)} ${amount}`)
  found.add(`scales ${few(words.filter(({ text }) => multipliers[text] !== undefined).length)} ${amount}`)
  found.add(`mixed ${few(count(/\p{L}\d|\d\p{L}/gu))}`)
  return [...found]
}

/** The longest run of digits with at most so many other words between two of them. */
function longestRun(words: Word[], most: number): Word[] {
  const runs: Word[][] = [[]]
  let between = 0
  for (const word of words) {
    if (word.digits !== '') {
      if (between > most) runs.push([])
      runs.at(-1)?.push(word)
      between = 0
    } else if (isLetters(word.text) && !fillers.has(word.text) && repeats[word.text] === undefined) between++
  }
  return runs.reduce((best, run) => (sizeOf(run) > sizeOf(best) ? run : best))
}

function runSigns(chars: string, run: Word[], marked: string[]): string[] {
  const size = sizeOf(run)
  const start = /^[6-9]/.test(run[0]?.digits ?? '') ? 'mobile' : 'other'
  const level = size > 13 ? 14 : size > 10 ? 11 : size === 10 ? 10 : size > 6 ? 7 : size > 3 ? 4 : 0
  const groups = few(run.length)
  const spelled = run.filter(({ text }) => isLetters(text)).length
  const found = [`run ${exactly(size)}`, `run ${exactly(size)} ${start}`, `run ${level} ${start} ${groups}`]
  found.push(`spelled ${level} ${spelled === 0 ? 0 : spelled === run.length ? 'all' : 'part'}`)
  found.push(...(marked.length > 0 ? marked : ['plain']).map((mark) => `run ${level} ${mark}`))
  const gaps = new Set(run.slice(1).map(({ from }, at) => chars.slice(run[at]?.to, from).replace(/\s+/g, ' ')))
  found.push(`gaps ${level} ${few(gaps.size)}`)
  for (const gap of gaps) if (gap.length < 4) found.push(`gap ${level} ${gap}`)
  if (size < 7) return found
  const values = run.map(({ digits }) => Number(digits))
  const steps = new Set(values.slice(1).map((value, at) => value - (values[at] ?? 0)))
  const singles = run.every(({ digits }) => digits.length === 1)
  found.push(
    `sizes ${run
      .map(({ digits }) => digits.length)
      .join('')
      .slice(0, 16)}`,
  )
  if ([...steps].every((step) => step > 0)) found.push(`rising ${groups}`)
  if (run.length > 1 && run.every(({ text }) => /\d0$/.test(text))) found.push('round')
  if (run.length > 3 && run.every(({ digits }) => digits.length === 2))
    found.push(`pairs ${start} ${values.some((value) => value < 30)}`)
  if (run.some(({ digits }) => /^0\d/.test(digits))) found.push('zero')
  const most = Math.max(
    ...[...steps].map((step) => values.filter((value, at) => at > 0 && value - (values[at - 1] ?? 0) === step).length),
  )
  if (run.length > 4 && most > 0.6 * run.length) found.push(`walk ${groups}`)
  if (run.length > 3 && steps.size === 1) found.push(`steps ${groups}`)
  else if (singles) found.push(`singles ${exactly(size)} ${start}`)
  return found
}

/** Words about apps, mail and payment, and odd words near them. */
function nameSigns({ chars, chunks, isCapital, words }: Reading): string[] {
  const found = new Set<string>()
  const quoted = /["“”'‘’].{3,40}["“”'‘’]/u.test(chars)
  const title = few(longestTitle(isCapital, words))
  for (const kind of new Set(['any', ...chunks.flatMap(({ kinds }) => kinds)])) {
    if (quoted) found.add(`quoted ${kind}`)
    found.add(`title ${title} ${kind}`)
  }
  for (const [index, { kinds, oddities }] of chunks.entries()) {
    for (const kind of kinds) found.add(`has ${kind}`)
    for (const odd of oddities) found.add(`odd ${odd}`)
    for (let other = Math.max(0, index - 5); other < Math.min(chunks.length, index + 6); other++) {
      for (const kind of (other === index ? undefined : chunks[other]?.kinds) ?? []) {
        for (const odd of oddities) found.add(`near ${kind} ${odd} ${other < index}`)
        if (other > index) for (const one of kinds) found.add(`pair ${one} ${kind}`)
      }
    }
  }
  found.add(`unknown ${few(chunks.filter(({ oddities }) => oddities.includes('new')).length)}`)
  const leet = chunks.filter(({ text }) => /[\d!$@]/.test(text) && /[a-z]/.test(text) && leetDigit(text) !== undefined)
  found.add(`leet ${few(leet.length)}`)
  return [...found]
}

/** So many words with capitals follow each other. */
function longestTitle(isCapital: boolean[], words: Word[]): number {
  let longest = 0
  let run = 0
  for (const [index, { text }] of words.entries()) {
    run = isCapital[index] ? run + 1 : isLetters(text) ? 0 : run
    longest = Math.max(longest, run)
  }
  return longest
}

export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score))

/** How many words look like a part of a contact, and how close together. */
function scoreSigns({ words }: Reading, scores: number[]): string[] {
  const chances = scores.map(chanceOf)
  const top = scores.toSorted((one, other) => other - one)
  const found = [0, 1, 2, 4, 7, 9].map(
    (rank) => `top ${rank} ${Math.max(-6, Math.min(6, Math.round(top[rank] ?? -9)))}`,
  )
  found.push(`sum ${Math.min(12, Math.floor(2 * chances.reduce((sum, chance) => sum + chance, 0)))}`)
  for (const least of [0.3, 0.6]) {
    const held = words.filter((_, index) => (chances[index] ?? 0) > least)
    found.push(`held ${least} ${exactly(held.length)}`, `held digits ${least} ${exactly(sizeOf(held))}`)
    let longest = 0
    let run = 0
    let gap = 0
    for (const chance of chances) {
      if (chance > least) [run, gap] = [run + 1, 0]
      else if (++gap > 2) run = 0
      longest = Math.max(longest, run)
    }
    found.push(`held run ${least} ${exactly(longest)}`)
  }
  return found
}
