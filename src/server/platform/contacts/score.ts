import { z } from 'zod'
import { readDataFile } from '../data-file.ts'
import { chanceOf, hash, type Reading, readingOf, textFeatures, wordFeatures } from './features.ts'
import type { Folded } from './fold.ts'
import type { Part } from './numbers.ts'
import type { Word } from './words.ts'

/** Weights of features, whose places in the table are their hashes. */
export type Table = { bias: number; scale: number; weights: Int8Array | Float64Array }
/** Scores words, then with these scores the whole text. `known` has a bit for each word of ordinary messages. */
export type Model = { words: Table; text: Table; known: Uint8Array }

/** How much more a sign counts than what a text says. */
export const signWeight = 2

export const placeIn = (size: number, features: number[]): Set<number> => new Set(features.map((one) => one % size))

/** The sum of the weights, whatever the length of the text. */
function scoreOf({ bias, scale, weights }: Table, says: number[], signs: number[] = []): number {
  const said = placeIn(weights.length, says)
  const signed = placeIn(weights.length, signs)
  let sum = 0
  for (const place of said) sum += weights[place] ?? 0
  for (const place of signed) sum += signWeight * (weights[place] ?? 0)
  return bias + (scale * sum) / Math.sqrt(said.size + signWeight ** 2 * signed.size || 1)
}

export const wordScores = (model: Pick<Model, 'words'>, reading: Reading): number[] =>
  wordFeatures(reading).map((features) => scoreOf(model.words, features))

function textScore(model: Model, reading: Reading, scores: number[]): number {
  const { says, signs } = textFeatures(reading, scores)
  return scoreOf(model.text, says, signs)
}

const isIn = (known: Uint8Array, word: string): boolean => {
  const bit = hash(word) % (8 * known.length)
  return ((known[bit >> 3] ?? 0) >> (bit & 7)) % 2 === 1
}
const knownWords =
  ({ known }: Pick<Model, 'known'>) =>
  (word: string): boolean =>
    isIn(known, word)

/** From so many points on a text has a contact; what is said around a contact that is masked sounds like one. */
const enough = 0.8
const enoughAround = 1.5
/** Below it a text has none, whatever a rule found. */
const harmless = -1.5
/** Longer texts are read in pieces that overlap, and what is longer than any message only so far. */
const longest = 500
const overlap = 150
const maxRead = 4000
/** Shorter ones are masked as a whole. */
const shortest = 200
/** In longer ones, what lies between the first and the last word that is a part of a contact by this chance. */
const leastChance = 0.03

/** Whether what a rule found in a short text is none to judge by the whole of it, such as a sum or a list of marks. */
export const isHarmless = (text: string, folded: Folded, model: Model): boolean =>
  folded.chars.length <= longest && judge(text, folded, model).score < harmless

function judge(text: string, folded: Folded, model: Model): { score: number; words: Word[]; scores: number[] } {
  const reading = readingOf(folded, text, knownWords(model))
  const scores = wordScores(model, reading)
  return { score: textScore(model, reading, scores), words: reading.words, scores }
}

/** Where the folded text says how to reach someone in a way that no rule knows. `isAround`: other parts are masked. */
export function partsByScore(text: string, { chars, starts, ends }: Folded, isAround: boolean, model: Model): Part[] {
  return piecesOf(chars).flatMap(({ from, to }) => {
    const piece = { chars: chars.slice(from, to), starts: starts.slice(from, to), ends: ends.slice(from, to) }
    const { score, words, scores } = judge(text, piece, model)
    if (score < (isAround ? enoughAround : enough)) return []
    const held = to - from <= shortest ? words : words.filter((_, at) => chanceOf(scores[at] ?? 0) > leastChance)
    const [first, last] = held.length > 0 ? [held[0], held.at(-1)] : [words[0], words.at(-1)]
    return first && last ? [{ from: from + first.from, to: from + last.to }] : []
  })
}

function piecesOf(chars: string): Part[] {
  const pieces: Part[] = []
  const end = Math.min(maxRead, chars.length)
  for (let from = 0; from === 0 || from + overlap < end; from += longest - overlap)
    pieces.push({ from, to: Math.min(end, from + longest) })
  return pieces
}

const table = z.object({ bias: z.number(), scale: z.number(), weights: z.base64() })
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))
const int8 = ({ weights, ...rest }: z.output<typeof table>): Table => ({
  ...rest,
  weights: new Int8Array(bytes(weights).buffer as ArrayBuffer),
})

let read: Model | undefined
/** The model that `npm run train-masking` wrote. */
export function storedModel(): Model {
  if (!read) {
    const { words, text, known } = readDataFile(
      'masking-weights',
      z.object({ words: table, text: table, known: z.base64() }),
    )
    read = { words: int8(words), text: int8(text), known: bytes(known) }
  }
  return read
}
