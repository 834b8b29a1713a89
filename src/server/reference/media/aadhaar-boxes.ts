import { isAadhaar } from '#server/platform/aadhaar.ts'
import type { Box } from './images.ts'

/** A word read in a picture, with its box in pixels. */
export type ReadWord = Box & { text: string; confidence: number }

// Letters that a reader of pictures takes for digits.
const misread: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
  Z: '2',
}
const digitsOf = (text: string) =>
  text.replace(/[OoQDIl|SBZ]/g, (letter) => misread[letter] ?? letter).replace(/[ .,:;_/-]/g, '')

type Digits = Box & { digits: string }
/** Words of digits; letters count only beside real digits, so that "Solo" is none. */
const digitWords = (words: readonly ReadWord[]): Digits[] =>
  words.flatMap(({ text, left, top, right, bottom }) => {
    const digits = digitsOf(text)
    return /\d/.test(text) && /^\d+$/.test(digits) ? [{ left, top, right, bottom, digits }] : []
  })

const follows = (a: Digits, b: Digits) => {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top)
  return Math.abs(a.top + a.bottom - b.top - b.bottom) < height && b.left >= a.left && b.left - a.right < height * 2.5
}

/** Words of digits that stand on one line beside one another, from left to right. */
function runsOf(words: readonly Digits[]): Digits[][] {
  const runs: Digits[][] = []
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const run = runs.find((candidate) => follows(candidate.at(-1) ?? word, word))
    if (run) run.push(word)
    else runs.push([word])
  }
  return runs
}

const isYear = ({ digits }: Digits) => /^(19|20)\d\d$/.test(digits)

/** The part of a run with the first eight of twelve digits from `start`; a word that they share is covered in part. */
function firstEight(run: readonly Digits[], start: number): Box[] {
  let at = 0
  return run.flatMap((word) => {
    const from = Math.max(0, start - at)
    const to = Math.min(word.digits.length, start + 8 - at)
    at += word.digits.length
    if (from >= to) return []
    const width = (word.right - word.left) / word.digits.length
    return [{ ...word, left: word.left + from * width, right: word.left + to * width }]
  })
}

/** Neighbours of four digits each. */
function foursOf(run: readonly Digits[]): Digits[][] {
  const parts: Digits[][] = [[]]
  for (const word of run) {
    if (word.digits.length === 4) parts.at(-1)?.push(word)
    else parts.push([])
  }
  return parts
}

/**
 * Three fours need no checksum, because a digit may be misread, and covering too much does no harm. A year or the help line
 * 1947 may stand beside them. Four fours are a virtual ID, more are several numbers side by side.
 */
function boxesOfFours(fours: Digits[]): Box[] {
  const first = fours[0]
  const last = fours[3]
  if (fours.length > 4) return fours
  if (fours.length === 3) return firstEight(fours, 0)
  if (last && isYear(last)) return firstEight(fours, 0)
  return last && first && isYear(first) ? firstEight(fours, 4) : []
}

function boxesOf(run: readonly Digits[]): Box[] {
  const digits = run.map((word) => word.digits).join('')
  const starts = run.map((_, at) => run.slice(0, at).reduce((sum, word) => sum + word.digits.length, 0))
  const ends = new Set([...starts, digits.length])
  const valid = starts.filter((start) => ends.has(start + 12) && isAadhaar(digits.slice(start, start + 12)))
  if (valid.length > 0) return valid.flatMap((start) => firstEight(run, start))
  return foursOf(run).flatMap(boxesOfFours)
}

/** What to cover: the first eight digits of each Aadhaar number among the words. */
export const aadhaarBoxes = (words: readonly ReadWord[]): Box[] => runsOf(digitWords(words)).flatMap(boxesOf)
