import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chanceOf, hash, readingOf, textFeatures, wordFeatures } from '#server/platform/contacts/features.ts'
import { type Folded, fold } from '#server/platform/contacts/fold.ts'
import { type Model, placeIn, signWeight, type Table, wordScores } from '#server/platform/contacts/score.ts'
import { authors, measure, percent, textsOf, withoutBrackets } from './masking-texts.ts'

// Trains the score of `platform/contacts` on the texts in test/masking-data, the held-out ones left out, and writes
// data/masking-weights.json. `--by-author` trains on all files but one, tries that one, and writes nothing.

/** A text to learn from. `isInside` says whether what stands at a place of the folded text is a part of the contact. */
type Text = {
  author: string
  text: string
  folded: Folded
  hasContact: boolean
  isInside: (at: number) => boolean
  weight: number
}

function contactOf(author: string, marked: string): Text {
  const text = withoutBrackets(marked)
  const folded = fold(text)
  const spans = Array.from(marked.matchAll(/⟦([^⟧]*)⟧/g), ({ 0: whole, index }, count) => {
    const from = index - 2 * count
    return { from, to: from + whole.length - 2 }
  })
  const isInside = (at: number) => {
    const place = folded.starts[at] ?? 0
    return spans.some(({ from, to }) => place >= from && place < to)
  }
  return { author, text, folded, hasContact: true, isInside, weight: 1 }
}

/** Masking too much annoys more people than masking too little. */
const innocentWeight = 2

function innocentOf(author: string, text: string): Text {
  return { author, text, folded: fold(text), hasContact: false, isInside: () => false, weight: innocentWeight }
}

function examplesOf(author: string): Text[] {
  const { contacts, innocents } = textsOf(author)
  return [...contacts.map((text) => contactOf(author, text)), ...innocents.map((text) => innocentOf(author, text))]
}

/** Numbers between 0 and 1, the same in every run. */
function randoms(): () => number {
  let seed = 42
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

type Example = { says: number[]; signs: number[]; isOne: boolean; weight: number }

/** Logistic regression with L2, by gradient descent with a rate of its own for each weight (AdaGrad). */
function train(examples: Example[], size: number, rounds: number): Table {
  const rows = examples.map(({ says, signs, isOne, weight }) => {
    const said = [...placeIn(size, says)]
    const signed = [...placeIn(size, signs)]
    const length = Math.sqrt(said.length + signWeight ** 2 * signed.length || 1)
    return { places: Uint32Array.from([...said, ...signed]), said: said.length, length, isOne, weight }
  })
  const weights = new Float64Array(size)
  const sums = new Float64Array(size).fill(1e-6)
  let bias = 0
  let biasSum = 1e-6
  const random = randoms()
  const order = rows.map((_, index) => index)
  for (let round = 0; round < rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (const index of order) {
      const row = rows[index]
      if (!row) continue
      const { places, said, length } = row
      const value = (at: number) => (at < said ? 1 : signWeight) / length
      let score = bias
      for (let at = 0; at < places.length; at++) score += (weights[places[at] ?? 0] ?? 0) * value(at)
      const error = row.weight * (chanceOf(score) - (row.isOne ? 1 : 0))
      biasSum += error * error
      bias -= (0.1 * error) / Math.sqrt(biasSum)
      for (let at = 0; at < places.length; at++) {
        const place = places[at] ?? 0
        const weight = weights[place] ?? 0
        const slope = error * value(at) + 3e-5 * weight
        const sum = (sums[place] ?? 0) + slope * slope
        sums[place] = sum
        weights[place] = weight - (0.3 * slope) / Math.sqrt(sum)
      }
    }
  }
  return { bias, scale: 1, weights }
}

const wordTable = 2 ** 16
const textTable = 2 ** 18
const knownBytes = 2 ** 14

/** How many texts a word stands in outside of contacts. */
function countWords(texts: Text[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { folded, isInside } of texts) {
    const words = Array.from(folded.chars.matchAll(/[\p{L}\p{M}]+/gu)).filter(({ index }) => !isInside(index))
    for (const word of new Set(words.map(([word]) => word))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function learn(texts: Text[]): Model {
  const counts = countWords(texts)
  // A word is known to a text that others have too.
  const isKnown = (word: string) => (counts.get(word) ?? 0) > 1
  const all = texts.map((text) => {
    const reading = readingOf(text.folded, text.text, isKnown)
    const features = wordFeatures(reading)
    const share = Math.min(1, 10 / features.length) * text.weight
    const words = features.map((says, at) => {
      return { says, signs: [], isOne: text.isInside(reading.words[at]?.from ?? 0), weight: share }
    })
    return { ...text, reading, words }
  })
  const parts = 4
  const trainWords = (some: typeof all) =>
    train(
      some.flatMap(({ words }) => words),
      wordTable,
      6,
    )
  // The scores of a text's words come from a model that has not seen the text, as they will in use.
  const scored = Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
    const words = trainWords(all.filter((_, index) => index % parts !== part))
    return all
      .filter((_, index) => index % parts === part)
      .map(({ reading, hasContact, weight }) => {
        const { says, signs } = textFeatures(reading, wordScores({ words }, reading))
        return { says, signs, isOne: hasContact, weight }
      })
  })
  const known = new Uint8Array(knownBytes)
  for (const word of counts.keys()) {
    const bit = hash(word) % (8 * knownBytes)
    known[bit >> 3] = (known[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return { words: quantised(trainWords(all)), text: quantised(train(scored, textTable, 20)), known }
}

function quantised({ bias, weights }: Table): Table {
  const most = Array.from(weights).reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)
  const scale = most / 127
  return { bias, scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}

const base64 = (values: { buffer: ArrayBufferLike }) => Buffer.from(values.buffer).toString('base64')
const stored = ({ bias, scale, weights }: Table) => ({ bias, scale, weights: base64(weights) })

/** What a model trained on the other authors finds in the texts of each. */
function tryByAuthor(texts: Text[]): void {
  for (const name of authors) {
    const { recall, precision } = measure(textsOf(name), learn(texts.filter(({ author }) => author !== name)))
    console.log(`${name}: recall ${percent(recall)}, precision ${percent(precision)}`)
  }
}

const texts = authors.flatMap(examplesOf)
if (process.argv.includes('--by-author')) tryByAuthor(texts)
else {
  const { words, text, known } = learn(texts)
  const model = { words: stored(words), text: stored(text), known: base64(known) }
  writeFileSync(join(import.meta.dirname, '../data/masking-weights.json'), `${JSON.stringify(model)}\n`)
}
