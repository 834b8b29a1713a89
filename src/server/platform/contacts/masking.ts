import { type Folded, fold } from './fold.ts'
import { linksIn } from './links.ts'
import { numbersIn, type Part } from './numbers.ts'

/** Version of the rules. A higher one masks stored messages again. */
export const maskingVersion = 2

export type Masked = { text: string; isMasked: boolean }

/** A fixed number of dots, which does not reveal the length. */
const dots = '•'.repeat(10)

/**
 * Masks contact details: phone and identity numbers in digits or English, Hindi and Hinglish words, email addresses, links, UPI ids
 * and handles. Everything else is unchanged. Runs in linear time.
 */
export function maskContacts(text: string): Masked {
  return masked(text, fold(text), [])
}

/** Like `maskContacts`, and also masks `others`, given parts of the folded text. */
export function masked(text: string, { chars, starts, ends }: Folded, others: readonly Part[]): Masked {
  const parts = joined([...numbersIn(chars), ...linksIn(chars), ...others])
  let shown = ''
  let done = 0
  for (const { from, to } of parts) {
    shown += text.slice(done, starts[from]) + dots
    done = ends[to - 1] ?? text.length
  }
  return { text: shown + text.slice(done), isMasked: parts.length > 0 }
}

function joined(parts: Part[]): Part[] {
  const whole: Part[] = []
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1)
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else whole.push({ ...part })
  }
  return whole
}
