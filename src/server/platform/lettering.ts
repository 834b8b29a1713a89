import { loadTypeface, type Typeface } from './typeface.ts'

export type Weight = 400 | 600
type Part = (typeof parts)[number]
/** Subsets of a font, in order of preference. */
const parts = ['latin', 'devanagari', 'latin-ext'] as const
const weights: Weight[] = [400, 600]

type Lettering = {
  typefaces: readonly Typeface[]
  /** A text on one line without characters no font has: emoji, other scripts, direction marks. */
  printable(text: string): string
  /** Splits a printable text into runs of one font and script, which are shaped separately. */
  pieces(text: string, weight: Weight): { font: string; text: string }[]
}

async function load(): Promise<Lettering> {
  const typefaces = await Promise.all(weights.flatMap((weight) => parts.map((part) => loadTypeface(part, weight))))
  // Both weights cover the same characters.
  const has = (part: Part, letter: string) =>
    typefaces[parts.indexOf(part)]?.letters.has(letter.codePointAt(0) ?? 0) === true

  return {
    typefaces,
    printable: (text) =>
      [...text.normalize('NFC')]
        .map((letter) => (/\s/.test(letter) ? ' ' : parts.some((part) => has(part, letter)) ? letter : ''))
        .join('')
        // Joiners matter between Devanagari letters only; elsewhere they held an emoji together.
        .replace(/(?<!\p{Script=Deva})[\u200c\u200d]+|[\u200c\u200d]+(?!\p{Script=Deva})/gu, '')
        .replace(/ +/g, ' ')
        .trim(),
    pieces(text, weight) {
      const found: { part: Part; text: string }[] = []
      for (const letter of text) {
        const last = found.at(-1)
        if (last && has(last.part, letter)) {
          last.text += letter
          continue
        }
        const part = parts.find((one) => has(one, letter))
        if (part) found.push({ part, text: letter })
      }
      return found.map((one) => ({ font: `${one.part}-${weight}`, text: one.text }))
    },
  }
}

let loaded: Promise<Lettering> | undefined
/** Fonts of PDF documents, loaded once. */
export const lettering = () => {
  loaded ??= load()
  return loaded
}

/** Wraps a text between words; a word longer than a line is split between grapheme clusters. */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = fits(word) ? word : ''
    if (line !== '') continue
    const clusters = Array.from(graphemes.segment(word), ({ segment }) => segment)
    while (clusters.length > 0) {
      if (line !== '') lines.push(line)
      line = clusters.splice(0, fittingCount(clusters, fits)).join('')
    }
  }
  return [...lines, line]
}

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

/** How many of the first clusters fit on a line, at least one. Measures in doubled and then in halved steps. */
function fittingCount(clusters: readonly string[], fits: (line: string) => boolean): number {
  const canTake = (count: number) => count <= clusters.length && fits(clusters.slice(0, count).join(''))
  let most = 1
  let step = 1
  for (; canTake(most + step); step *= 2) most += step
  for (; step > 0; step = Math.floor(step / 2)) if (canTake(most + step)) most += step
  return most
}
