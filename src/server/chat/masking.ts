import { type Folded, fold } from './masking-fold.ts'
import { linksIn } from './masking-links.ts'
import { numbersIn, type Part } from './masking-numbers.ts'

export type Masked = { text: string; isMasked: boolean }

/** As many dots for everything, so that they do not tell how long it was. */
const dots = '•'.repeat(10)

/**
 * Hides ways to reach somebody past the platform: telephone and identity numbers in digits and words of English, Hindi and Hinglish,
 * e-mail addresses, links, UPI ids and handles. All else stays as it was. Time grows with the length of the text.
 */
export function maskContacts(text: string): Masked {
  return masked(text, fold(text), [])
}

/** The same with `others`, parts of the folded text that are hidden for another reason. */
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
