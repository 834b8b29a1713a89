import { setAside } from './masking-aside.ts'
import { isSomethingElse } from './masking-doubts.ts'
import { type Atom, runsOf } from './masking-runs.ts'

/** A part of the folded text, `to` not included. */
export type Part = { from: number; to: number }

/** With every prefix a mobile number has fourteen digits, an international one fifteen. */
const longest = 15
const mobile = /^(?:0|91|091|0091)?[6-9]\d{9}$/
const landline = /^0[1-8]\d{9}$/
const foreign = /^[1-9]\d{9,14}$/
const identity = /^[2-9]\d{11}$/

/** Where telephone and identity numbers stand in the folded text. */
export function numbersIn(chars: string): Part[] {
  const calm = setAside(chars)
  return runsOf(calm).flatMap((run) => partsOf(run, calm))
}

function partsOf(run: Atom[], chars: string): Part[] {
  const parts: Part[] = []
  for (let first = 0; first < run.length; first++) {
    let digits = ''
    for (let last = first; last < run.length && digits.length <= longest; last++) {
      digits += run[last]?.digits ?? ''
      const atoms = run.slice(first, last + 1)
      if (isNumber(atoms, digits, chars)) parts.push(partOf(atoms, chars))
    }
  }
  return parts
}

function partOf(atoms: Atom[], chars: string): Part {
  let from = atoms[0]?.from ?? 0
  let to = atoms.at(-1)?.to ?? from
  from -= /(?:\+|plus |प्लस )$/.exec(chars.slice(Math.max(0, from - 5), from))?.[0].length ?? 0
  // A bracket that opens or closes inside the number has its other half just beside it.
  const inside = chars.slice(from, to)
  if (chars[from - 1] === '(' && inside.includes(')')) from--
  else if (chars[to] === ')' && inside.includes('(')) to++
  return { from, to }
}

/** Whether these digits are a number one can be called at, or an identity number. */
function isNumber(atoms: Atom[], digits: string, chars: string): boolean {
  const [first] = atoms
  if (!first || digits.length < 10) return false
  if (atoms.length === 1 && digits.length > 10) return isLong(digits)
  const isForeign = chars[first.from - 1] === '+' && first.gap === '' && foreign.test(digits)
  if (isForeign || isIdentity(atoms, digits)) return true
  const isLandline = landline.test(digits) && atoms.length <= 3 && /^0\d{2,4}$/.test(first.digits)
  if (!mobile.test(digits) && !isLandline) return false
  return atoms.length === 1 || !isSomethingElse(atoms, chars)
}

/** Eleven and more digits in one piece: a number with its prefix, or one with digits before or after to hide it. */
const isLong = (digits: string): boolean => digits.length > 30 || /[6-9]\d{9}/.test(digits) || identity.test(digits)

function isIdentity(atoms: Atom[], digits: string): boolean {
  if (!identity.test(digits) || atoms.length !== 3) return false
  const areAmounts = atoms.every((atom) => /00$|^(?:19|20)\d\d$/.test(atom.digits))
  return (
    !areAmounts && atoms.every((atom, index) => atom.digits.length === 4 && (index === 0 || /^[ -]$/.test(atom.gap)))
  )
}
