import { digitsOf, isFiller, isTen, isUnit, lookAlike, timesMeant } from './masking-words.ts'

/** Some digits of a run and where they stand; `gap` is what lies between them and the ones before. */
export type Atom = { digits: string; from: number; to: number; gap: string }

/** Between the digits of one number stand at most so many characters. */
const longestGap = 20
const breaks = /[₹$€£]|\n\s*\n\s*\n/

type Token = { text: string; from: number; to: number; isNumeric: boolean }

function tokensOf(chars: string): Token[] {
  return Array.from(chars.matchAll(/\d+|[\p{L}\p{M}]+/gu), ({ 0: text, index }) => {
    return { text, from: index, to: index + text.length, isNumeric: /^\d/.test(text) }
  })
}

/** Digits that follow each other with nothing but marks, blanks and words like `then` between them. */
export function runsOf(chars: string): Atom[][] {
  const tokens = tokensOf(chars)
  const runs: Atom[][] = []
  let run: Atom[] = []
  let previous: { word: string; to: number } | null = null
  let times: { count: number; from: number } | null = null
  const close = () => {
    if (run.length > 0) runs.push(run)
    run = []
    previous = null
    times = null
  }
  for (const [index, token] of tokens.entries()) {
    const digits = token.isNumeric ? token.text : spoken(tokens, index, run.length > 0)
    if (digits === null) {
      const count = timesMeant(token.text)
      if (count !== undefined) times = { count, from: token.from }
      else if (!isFiller(token.text, tokens[index - 1]?.text, tokens[index + 1]?.text)) close()
      continue
    }
    const last = run.at(-1)
    const from: number = times?.from ?? token.from
    const gap = last ? chars.slice(last.to, from) : ''
    if (gap.length > longestGap || breaks.test(gap)) {
      const kept: typeof times = times
      close()
      times = kept
    }
    const before = run.at(-1)
    if (before && previous && isTen(previous.word) && isUnit(token.text) && /^[\s-]{0,3}$/.test(gap)) {
      before.digits = `${before.digits.slice(0, -1)}${digits}`
      before.to = token.to
    } else {
      const repeated: string = times ? digits.charAt(0).repeat(times.count) + digits.slice(1) : digits
      run.push({ digits: repeated, from, to: token.to, gap: before ? gap : '' })
    }
    previous = { word: token.text, to: token.to }
    times = null
  }
  close()
  return runs
}

function spoken(tokens: Token[], index: number, isInside: boolean): string | null {
  const token = tokens[index]
  if (!token) return null
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const isDigit = (other: Token | undefined) =>
    other !== undefined && (other.isNumeric || /^[oilszb]{1,9}$/.test(other.text))
  const digits = digitsOf(token.text)
  if (digits !== null) return digits
  const alike = lookAlike(
    token.text,
    isDigit(before) && before?.to === token.from,
    isDigit(after) && after?.from === token.to,
  )
  if (alike !== null) return alike
  return isInside && /^[il]$/.test(token.text) && isDigit(after) ? '1' : null
}
