import { type Folded, fold } from './fold.ts'
import { linksIn } from './links.ts'
import { numbersIn, type Part } from './numbers.ts'
import { isHarmless, type Model, partsByScore, storedModel } from './score.ts'

/** Version of the rules and the score. A higher one masks stored messages again. */
export const maskingVersion = 4

export type Masked = { text: string; isMasked: boolean }

/** A fixed number of dots, which does not reveal the length. */
const dots = '•'.repeat(10)

/**
 * Masks contact details in a message: what the rules find to the letter, and around it or instead of it what the score finds.
 * Everything else is unchanged. Runs in linear time.
 */
export function maskContacts(text: string, model?: Model): Masked {
  const folded = fold(text)
  return masked(text, folded, partsIn(text, folded, model))
}

/**
 * Masks only what the rules find, for names and public texts: phone and identity numbers in digits or words, email addresses, links,
 * UPI ids and handles.
 */
export function maskPlainContacts(text: string): Masked {
  const folded = fold(text)
  return masked(text, folded, partsByRule(folded.chars))
}

/** A mobile number as people write it, or a mail or UPI address: what stands around it excuses neither. */
const plain = new RegExp(
  [
    /(?<!\d)(?:\+?91[ .-]?|0)?[6-9]\d{4}[ .-]?\d{5}(?!\d)/,
    // In other groups, unless more digits stand beside it.
    /(?<!\d[ ._*()/+-]{0,3})[6-9](?:[ ._*()/+-]{0,3}\d){9}(?![ ._*()/+-]{0,3}\d)/,
    /\w@\w/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

const partsByRule = (chars: string): Part[] => [...numbersIn(chars), ...linksIn(chars)]

/** Where contact details stand in a message. */
export function partsIn(text: string, folded: Folded, model: Model = storedModel()): Part[] {
  const found = joined(partsByRule(folded.chars))
  const isDoubtful = found.length > 0 && isHarmless(text, folded, model)
  const parts = isDoubtful ? found.filter(({ from, to }) => plain.test(folded.chars.slice(from, to))) : found
  if (isDoubtful) return parts
  const chars = parts.reduce(
    (rest, { from, to }) => rest.slice(0, from) + '•'.repeat(to - from) + rest.slice(to),
    folded.chars,
  )
  return [...parts, ...partsByScore(text, { ...folded, chars }, parts.length > 0 || text.includes(dots), model)]
}

/** The text with dots for some parts of the folded one. */
export function masked(text: string, { starts, ends }: Folded, parts: readonly Part[]): Masked {
  let shown = ''
  let done = 0
  for (const { from, to } of joined(parts)) {
    shown += text.slice(done, starts[from]) + dots
    done = ends[to - 1] ?? text.length
  }
  return { text: shown + text.slice(done), isMasked: parts.length > 0 }
}

function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = []
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else whole.push({ ...part })
  }
  return whole
}
