import { atWords, dotWords, endingPoints, joinWords, rateWords, theWords } from './link-words.ts'

/** A part of an address: a name, an @, a dot, or what joins names. `spoken` ones are words that mean the sign. */
export type Piece = {
  kind: 'name' | 'at' | 'dot' | 'join' | 'other'
  text: string
  from: number
  to: number
  isSpoken: boolean
  isSpaced: boolean
}

const closing: Record<string, string> = { '*': '*', '|': '|', '(': ')', '[': ']', '{': '}', '<': '>' }

/** The folded text as pieces, with `(at)`, `at the rate`, `dot`, `डॉट` read as what they mean. */
export function piecesOf(chars: string): Piece[] {
  const raw = Array.from(
    chars.matchAll(
      /(?<![\p{L}\p{N}])[a-z](?: [a-z]){2,}(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_]+(?:[-+][\p{L}\p{M}\p{N}_]+)*|\S/gu,
    ),
    ({ 0: text, index }) => {
      return { text: text.replaceAll(' ', ''), from: index, to: index + text.length }
    },
  )
  const pieces: Piece[] = []
  for (let index = 0; index < raw.length; ) {
    const { kind, count, isSpoken } = meaning((offset) => raw[index + offset]?.text ?? '')
    const first = raw[index]
    const last = raw[index + count - 1]
    if (!first || !last) break
    const isSpaced = pieces.at(-1)?.to !== first.from
    pieces.push({ kind, text: first.text, from: first.from, to: last.to, isSpoken, isSpaced })
    index += count
  }
  return pieces
}

type Meaning = { kind: Piece['kind']; count: number; isSpoken: boolean }

function meaning(word: (offset: number) => string): Meaning {
  const open = closing[word(0)]
  if (open !== undefined && word(2) === open) {
    if (atWords.has(word(1)) || word(1) === '@') return { kind: 'at', count: 3, isSpoken: false }
    if (dotWords.has(word(1)) || word(1) === '.') return { kind: 'dot', count: 3, isSpoken: false }
  }
  if (word(0) === '@') return { kind: 'at', count: 1, isSpoken: false }
  if (
    word(0) === '.' ||
    (/^[*•]$/.test(word(0)) && word(1) === 'com') ||
    (word(0) === ',' && /^(?:com|in|org|net|online)$/.test(word(1)))
  )
    return { kind: 'dot', count: 1, isSpoken: false }
  if (atWords.has(word(0))) {
    const rate = theWords.has(word(1)) ? 2 : 1
    if (!rateWords.has(word(rate))) return { kind: 'at', count: 1, isSpoken: true }
    return { kind: 'at', count: rate + (word(rate + 1) === 'of' ? 2 : 1), isSpoken: false }
  }
  if (dotWords.has(word(0))) return { kind: 'dot', count: 1, isSpoken: true }
  if (joinWords.has(word(0))) return { kind: 'join', count: 1, isSpoken: true }
  return { kind: /^[\p{L}\p{M}\p{N}_]/u.test(word(0)) ? 'name' : 'other', count: 1, isSpoken: false }
}

/** Bounds the length of a chain of dots and names, to keep the running time linear. */
export const maxNames = 12

/** The names joined by dots from `index` on, and the index of the last. */
export function domainAt(pieces: Piece[], index: number): { names: string[]; last: number; isSpoken: boolean } {
  const names = [pieces[index]?.text ?? '']
  let last = index
  let isSpoken = false
  while (names.length < maxNames) {
    const dot = pieces[last + 1]
    const name = pieces[last + 2]
    if (dot?.kind !== 'dot' || name?.kind !== 'name') break
    if (/^[,*•]$/.test(dot.text) && (dot.isSpaced || name.isSpaced)) break
    if (
      !dot.isSpoken &&
      (dot.isSpaced || name.isSpaced) &&
      dot.text === '.' &&
      !/^(?:com|org|net|in|co|online|live|me)$/.test(name.text) &&
      (name.isSpaced || !endingPoints.has(name.text))
    )
      break
    names.push(name.text)
    last += 2
    isSpoken ||= dot.isSpoken || dot.isSpaced || name.isSpaced
  }
  return { names, last, isSpoken }
}
