import { runsOf } from '#server/platform/contacts/digit-runs.ts'
import { fold } from '#server/platform/contacts/fold.ts'
import { type Masked, masked, partsIn } from '#server/platform/contacts/masking.ts'
import { numbersIn, type Part } from '#server/platform/contacts/numbers.ts'

/** A number is searched over at most ten messages, so only nine before and after a message affect it. */
export const reachAcross = 9

const longestFragment = 60
/** A fragment has at most a few words beside its digits: `98260 pehle`, `phir 14210`, `sir mera number hai 98260`. */
const maxLetters = 24
/** Messages this short without digits, such as `aur` or `likho`, do not interrupt a split number. */
const shortestRemark = 12

/**
 * Masks each message with `maskContacts`, and also phone numbers split over several messages (`98260`, then `14210`). `texts` are
 * consecutive messages of one sender, oldest first, ignoring the other side's. Callers pass `reachAcross` extra messages on each
 * side and drop their results. An earlier part is masked once the rest is sent.
 */
export function maskAcross(texts: readonly string[]): Masked[] {
  const parts = partsAcross(texts)
  return texts.map((text, index) => maskWithPart(text, parts[index] ?? null))
}

/** For each message the part that belongs to a number split over several; null where there is none. */
export function partsAcross(texts: readonly string[]): (Part | null)[] {
  const fragments = texts.map(fragmentOf)
  const isPart = texts.map(() => false)
  for (const [first, start] of fragments.entries()) {
    let together = start ? start.lead + start.digits : ''
    for (let last = first + 1; start?.digits && last <= first + reachAcross; last++) {
      const next = fragments[last]
      if (!next) break
      if (next.digits) together += `\n${next.digits}`
      if (next.digits && isOneNumber(together)) isPart.fill(true, first, last + 1)
    }
  }
  return fragments.map((fragment, index) => (fragment?.digits && isPart[index] ? fragment : null))
}

/** Like `maskContacts`, and also masks a part of a split number. */
export function maskWithPart(text: string, part: Part | null): Masked {
  const folded = fold(text)
  return masked(text, folded, [...partsIn(text, folded), ...(part ? [part] : [])])
}

/** Whether a message may be a part of a number split over several. */
export const mayBePart = (text: string): boolean => Boolean(fragmentOf(text)?.digits)

type Fragment = Part & { lead: string; digits: string }

/** The digits of a message that is short and mostly digits; null when it says something else, or has a whole number. */
function fragmentOf(text: string): Fragment | null {
  // Invisible characters fold to nothing.
  if (text.length > 4 * longestFragment) return null
  const { chars } = fold(text)
  if (chars.length > longestFragment) return null
  const [run, ...others] = runsOf(chars)
  const from = run?.[0]?.from
  const to = run?.at(-1)?.to
  if (!run && chars.length <= shortestRemark) return { from: 0, to: 0, lead: '', digits: '' }
  if (!run || from === undefined || to === undefined || others.length > 0) return null
  const count = run.reduce((sum, atom) => sum + atom.digits.length, 0)
  const lead = chars.slice(0, from)
  const letters = `${lead}${chars.slice(to)}`.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return count < 10 && letters <= maxLetters ? { from, to, lead, digits: chars.slice(from, to) } : null
}

/** Whether all digits are one number. A fee and a pin code, asked for one after the other, are none. */
function isOneNumber(together: string): boolean {
  const atoms = runsOf(together).flat()
  const from = atoms[0]?.from ?? 0
  const to = atoms.at(-1)?.to
  if (/^\d\d00\n[1-8]\d{5}$/.test(together.slice(from))) return false
  return numbersIn(together).some((part) => part.from <= from && part.to === to)
}
