import { afterThat, fillers, multipliers, repeats } from './number-words.ts'
import { digitsOf, isDisguised, isTen, leetDigit, lookalike, soundalike, undisguised } from './spoken-digits.ts'

/**
 * Some digits of a run and where they stand. `gap` is what lies between them and the ones before, `strangers` how many words of it
 * are not said between the parts of a number. `isOptional`: read as digits or as nothing, such as
 * letters between digits and the zero of `sixty zero`. `isGuess`: a word that only sounds like a digit.
 */
export type Atom = {
  digits: string
  from: number
  to: number
  gap: string
  strangers: number
  isOptional: boolean
  isGuess: boolean
}

/** Between the digits of one number stand at most so many characters. */
const longestGap = 20
const breaks = /\n\s*\n\s*\n/

type Token = { text: string; from: number; to: number; digits: string | null }

// Ten characters like digits, letters one by one (`n i n e`) or a few (`ni.ne`), words with digits or signs for letters (`tw0`), digits, words.
const tokens = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])[6-9gqb][\doilszbegq]{9}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])\p{L}(?:([ ._*/-])\p{L})(?:\1\p{L})+(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[a-z]{1,4}(?:([._*/-])[a-z]{1,4})(?:\2[a-z]{1,4}){0,4}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?=[a-z]{0,5}[\d!$@])(?=[\d!$@]{0,5}[a-z])[a-z\d!$@]{3,6}(?![\p{L}\p{N}])`,
    String.raw`(?<=[\dol])[!|](?=[\dol])|\d+|[\p{L}\p{M}]+`,
  ].join('|'),
  'gu',
)

function tokensOf(chars: string): Token[] {
  const found: Token[] = []
  const add = (text: string, from: number, digits: string | null) =>
    found.push({ text, from, to: from + text.length, digits })
  for (const { 0: text, 1: mark, 2: sign, index } of chars.matchAll(tokens)) {
    const digits = numeric(text, mark ?? sign)
    if (digits !== null || /^(?:[!|]|[\p{L}\p{M}]+)$/u.test(text)) add(text, index, digits)
    else
      for (const part of text.matchAll(/\d+|[!|]|[\p{L}\p{M}]+/gu)) add(part[0], index + part.index, numeric(part[0]))
  }
  return found
}

function numeric(text: string, mark?: string): string | null {
  if (mark) return digitsOf(text.replaceAll(mark, ''))
  if (/^\d+$/.test(text)) return text
  if (isDisguised(text)) return undisguised(text)
  return /[\d!$@]/.test(text) ? (leetDigit(text) ?? null) : digitsOf(text)
}

const [first = new Set(), then = new Set()] = afterThat

/** `uske baad`, `98260 then 14210`. */
const isFiller = (word: string, before = '', after = ''): boolean =>
  fillers.has(word) || (first.has(word) && then.has(after)) || (first.has(before) && then.has(word))

/** Digits, in figures or words, that follow each other with little between them. */
export function runsOf(chars: string): Atom[][] {
  const all = tokensOf(chars)
  const runs: Run[] = []
  let run = new Run(chars)
  for (const [index, token] of all.entries()) {
    const digits = token.digits ?? letterDigits(all, index, run)
    if (run.isFar(token.from)) {
      runs.push(run)
      run = run.successor()
    }
    if (digits !== null) run.add(token, digits)
    else run.skip(token, all[index - 1]?.text, all[index + 1]?.text)
  }
  return [...runs, run].map(({ atoms }) => atoms).filter((atoms) => atoms.length > 0)
}

/** Digits written as letters or as words that sound alike, next to other digits. */
function letterDigits(all: Token[], index: number, run: Run): string | null {
  const token = all[index]
  const before = all[index - 1]
  const after = all[index + 1]
  if (!token) return null
  const isDigit = (other?: Token) =>
    other !== undefined &&
    (other.digits !== null || /^[oilszb]{1,9}$/.test(other.text) || soundalike(other.text) !== undefined)
  const alike = lookalike(
    token.text,
    isDigit(before) && before?.to === token.from,
    isDigit(after) && after?.from === token.to,
  )
  if (alike !== null) return alike
  const isEdge = run.atoms.length === 0
  if (isEdge ? !isDigit(after) || !isDigit(all[index + 2]) : !isDigit(after) && !isDigit(before)) return null
  if (/^[!|]$/.test(token.text)) return '1'
  if (/^[il]$/.test(token.text)) return isEdge || !isDigit(after) ? null : '1'
  const areSingle = [before, after].every((other) => (other?.digits?.length ?? 1) === 1)
  return (isEdge || isDigit(before)) && areSingle ? (soundalike(token.text) ?? null) : null
}

/** A number in words that is still being spoken: `nine hundred` and then `eighty two`. */
type Amount = { total: number; current: number; scale: number }
const maxDigits = 10

class Run {
  readonly atoms: Atom[] = []
  private amount: Amount | null = null
  private repeat: { count: number; from: number } | null = null
  private strangers: string[] = []

  private readonly chars: string

  constructor(chars: string) {
    this.chars = chars
  }

  private get last(): Atom | undefined {
    return this.atoms.at(-1)
  }

  private gapBefore(from: number): string {
    return this.last ? this.chars.slice(this.last.to, this.repeat?.from ?? from) : ''
  }

  /** Whether what begins here is too far away to continue the run. */
  isFar(from: number): boolean {
    const gap = this.gapBefore(from)
    return gap.length > longestGap || breaks.test(gap)
  }

  /** The run after this one; a `double` just said belongs to it. */
  successor(): Run {
    const next = new Run(this.chars)
    next.repeat = this.repeat
    return next
  }

  add(token: Token, digits: string): void {
    const gap = this.gapBefore(token.from)
    if (!this.continues(token, digits, gap)) {
      const repeated = this.repeat ? digits.charAt(0).repeat(this.repeat.count) + digits.slice(1) : digits
      const strangers = this.last ? this.strangers.length : 0
      this.atoms.push({
        digits: repeated,
        from: this.repeat?.from ?? token.from,
        to: token.to,
        gap,
        strangers,
        isOptional: this.isOptional(token, digits, gap),
        isGuess: token.digits === null && token.text.length > 1,
      })
      this.amount = { total: 0, current: Number(digits), scale: isTen(token.text) ? 10 : 1 }
    }
    this.repeat = null
    this.strangers = []
  }

  private isOptional({ text, from, to }: Token, digits: string, gap: string): boolean {
    if (digits === '0' && this.amount?.scale === 10 && gap === ' ') return true
    return (
      /^[^\d]{1,2}$/.test(text) && /[\doil]/.test(this.chars.charAt(from - 1)) && /[\doil]/.test(this.chars.charAt(to))
    )
  }

  /** A word between digits: it multiplies, repeats, is said in passing, or is a stranger. */
  skip(token: Token, before?: string, after?: string): void {
    const count = repeats[token.text]
    this.repeat = null
    if (this.isRepeated(token)) return
    if (count !== undefined) this.repeat = { count, from: token.from }
    else if (!this.multiplies(token) && !isFiller(token.text, before, after) && !this.isBetweenDigits(token))
      this.strangers.push(token.text)
  }

  /** `four times 9` and `9 char baar`. */
  private isRepeated({ text, from }: Token): boolean {
    const [before, count] = this.atoms.slice(-2).length === 2 ? this.atoms.slice(-2) : [undefined, this.atoms.at(-1)]
    const times = Number(count?.digits)
    if (!count || !(times >= 2 && times <= 5) || this.chars.slice(count.to, from) !== ' ') return false
    if (/^times$/.test(text)) {
      this.atoms.pop()
      this.repeat = { count: times, from: count.from }
      return true
    }
    if (!before || !/^(?:baa?r|बार)$/.test(text)) return false
    this.atoms.pop()
    before.digits += (before.digits.at(-1) ?? '').repeat(times - 1)
    before.to = from + text.length
    return true
  }

  /** `9a8b2c`, `98260abc14210`: a few letters with digits on both sides; `a.` and `b)` before the parts. */
  private isBetweenDigits({ text, from, to }: Token): boolean {
    if (text.length === 1 && (/[.)]/.test(this.chars.charAt(to)) || /\d/.test(this.chars.charAt(from - 1)))) return true
    return text.length <= 6 && /\d/.test(this.chars.charAt(from - 1)) && /\d/.test(this.chars.charAt(to))
  }

  private multiplies({ text, from, to }: Token): boolean {
    const scale = multipliers[text]
    const { last, amount } = this
    if (
      !scale ||
      !last ||
      !amount ||
      last.digits.length > maxDigits ||
      !/^[\s-]{0,3}$/.test(this.chars.slice(last.to, from))
    )
      return false
    if (scale === 100 && amount.current % 10 === 0) return false
    if (scale === 100) amount.current *= 100
    else {
      amount.total += amount.current * scale
      amount.current = 0
    }
    amount.scale = scale
    last.digits = String(amount.total + amount.current)
    last.to = to
    return true
  }

  private continues(token: Token, digits: string, gap: string): boolean {
    const { last, amount } = this
    const value = Number(digits)
    if (
      !last ||
      !amount ||
      this.repeat ||
      (amount.scale === 10 && /^\d/.test(token.text)) ||
      value === 0 ||
      value >= amount.scale ||
      !/^[\s-]{0,3}$/.test(gap)
    )
      return false
    amount.current += value
    amount.scale = isTen(token.text) ? 10 : 1
    last.digits = String(amount.total + amount.current)
    last.to = token.to
    return true
  }
}
