import { around, asksToCall, setAside } from './masking-aside.ts'
import { type Atom, runsOf } from './masking-runs.ts'

/** A part of the folded text, `to` not included. */
export type Part = { from: number; to: number }

/** With every prefix a mobile number has fourteen digits, an international one fifteen. */
const longest = 15
const mobile = /^(?:0|91|091|0091)?[6-9]\d{9}$/
const landline = /^0[1-8]\d{9}$/
const foreign = /^[1-9]\d{9,14}$/
const identity = /^[2-9]\d{11}$/

const listWords =
  /marks?|scor|result|test|exam|paper|term|unit|percent|out of|aa?y[aei]|mile|grade|table|multipl|question|chapter|class|page|\bex\b|\bq\b|sums?\b|even|odd|prime|square|sort|mean|median|find|solve|order|अंक|आए|आये|आया|मिले|टेस्ट|स्कोर|प्रतिशत|अध्याय|पाठ|पेज|प्रश्न|क्लास|कक्षा/
const ownNumber = /\b(?:my|mera|mere|new|naya) (?:number|no|num)\b|मेरा (?:नंबर|नम्बर)/
const anyNumber = /(?:\b(?:number|no|num|nmbr)|नंबर|नम्बर)[ .:-]{0,3}(?:is|hai|है)?[ .:-]{0,3}$/
const moneyWords =
  /₹|fees?\b|budget|salary|package|rs\b|rupees|per (?:month|year|annum)|monthly|yearly|फीस|रुपये|सालाना|वेतन/

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
  const to = atoms.at(-1)?.to ?? from
  from -= /(?:\+|plus |प्लस )$/.exec(chars.slice(Math.max(0, from - 5), from))?.[0].length ?? 0
  // A bracket that closes inside the number has been opened just before it.
  const opened = chars[from - 1]
  const closing = opened === '(' ? ')' : opened === '[' ? ']' : null
  if (closing !== null && chars.slice(from, to).includes(closing)) from--
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

/** Lists, sums, amounts, times that happen to have ten digits. Words that ask to call settle the doubt. */
function isSomethingElse(atoms: Atom[], chars: string): boolean {
  const gaps = atoms.slice(1).map((atom) => atom.gap)
  const values = atoms.map((atom) => Number(atom.digits))
  if (isProgression(values) || areTimes(atoms) || areFractions(atoms)) return true
  const { before, after } = around(chars, atoms[0]?.from ?? 0, atoms.at(-1)?.to ?? 0)
  const isListed = listWords.test(before) || listWords.test(after)
  if (asksToCall.test(before) || asksToCall.test(after) || ownNumber.test(before)) return false
  if (!isListed && anyNumber.test(before)) return false
  if (gaps.some((gap) => /[+×÷=<>^]/.test(gap)) || /^\s*=/.test(after)) return true
  if (areDecimals(gaps)) return true
  if (areAmounts(atoms, chars) && (moneyWords.test(before) || moneyWords.test(after))) return true
  return isList(atoms, values, gaps, isListed)
}

function isProgression(values: number[]): boolean {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  return (
    step !== 0 &&
    values.length >= 4 &&
    values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) === step)
  )
}

/** Two values at least, each of two parts that `gap` holds together, with another sign before the next: 78/100, 82/100. */
function arePaired(atoms: Atom[], gap: RegExp, fits: (left: number, right: string) => boolean): boolean {
  const joins = atoms.map((atom, index) => index > 0 && gap.test(atom.gap))
  const pairs = atoms.filter((atom, index) => joins[index] && fits(Number(atoms[index - 1]?.digits), atom.digits))
  return pairs.length >= 2 && !joins.some((isJoined, index) => isJoined && joins[index + 1])
}

const areTimes = (atoms: Atom[]): boolean =>
  arePaired(atoms, /^[.:]$/, (left, right) => left <= 12 && /^(?:00|15|30|45)$/.test(right))

const areFractions = (atoms: Atom[]): boolean =>
  arePaired(atoms, /^\/$/, (left, right) => /^[1-9]\d?0$/.test(right) && left <= Number(right))

const areDecimals = (gaps: string[]): boolean =>
  gaps.includes('.') && gaps.some((gap) => /,\s/.test(gap)) && gaps.every((gap) => gap === '.' || !gap.startsWith('.'))

const areAmounts = (atoms: Atom[], chars: string): boolean =>
  /^\d*000[^\d,]+\d*000$/.test(chars.slice(atoms[0]?.from, atoms.at(-1)?.to).replace(/,/g, ''))

/** `78, 82, 91, 65, 88` or `64, 81, 100, 121`: without leading zeros, set apart as one sets apart things that are counted. */
function isList(atoms: Atom[], values: number[], gaps: string[], isListed: boolean): boolean {
  if (atoms.length < 4 || atoms.some((atom) => /^0\d/.test(atom.digits))) return false
  const lengths = atoms.map((atom) => atom.digits.length)
  const isRising = values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
  if (isRising && (lengths.at(-1) ?? 0) - (lengths[0] ?? 0) <= 1 && gaps.every((gap) => /,|and|aur|और/.test(gap)))
    return true
  if (values.some((value) => value > 100)) return false
  const areSetApart = gaps.every((gap) => /[,;&|\n]|and|aur|और/.test(gap))
  return isListed || (areSetApart && lengths.some((length) => length > 1))
}
