import { around, asksToCall } from './masking-aside.ts'
import type { Atom } from './masking-runs.ts'

// Words of sentences in which numbers are listed.
const listWords =
  /marks?|scor|result|test|exam|paper|term|unit|percent|out of|aa?y[aei]|mile|grade|table|multipl|question|chapter|class|page|\bex\b|\bq\b|sums?\b|even|odd|prime|square|sort|mean|median|find|solve|order|अंक|आए|आये|आया|मिले|टेस्ट|स्कोर|प्रतिशत|अध्याय|पाठ|पेज|प्रश्न|क्लास|कक्षा/
const ownNumber = /\b(?:my|mera|mere|new|naya) (?:number|no|num)\b|मेरा (?:नंबर|नम्बर)/
const anyNumber = /(?:\b(?:number|no|num|nmbr)|नंबर|नम्बर)[ .:-]{0,3}(?:is|hai|है)?[ .:-]{0,3}$/
const moneyWords =
  /₹|fees?\b|budget|salary|package|rs\b|rupees|per (?:month|year|annum)|monthly|yearly|फीस|रुपये|सालाना|वेतन/

/**
 * Whether digits as many as in a phone number are in fact a list, sum, amounts or times. Words that indicate a phone number
 * override lists and amounts, but not times, fractions or progressions.
 */
export function isSomethingElse(atoms: Atom[], chars: string): boolean {
  const gaps = atoms.slice(1).map((atom) => atom.gap)
  const values = atoms.map((atom) => Number(atom.digits))
  const isInFigures = atoms.every((atom) => /\d/.test(chars.charAt(atom.from)))
  if (isProgression(values) || (isInFigures && (areTimes(atoms) || areFractions(atoms)))) return true
  const { before, after } = around(chars, atoms[0]?.from ?? 0, atoms.at(-1)?.to ?? 0)
  const isListed = listWords.test(before) || listWords.test(after)
  if (asksToCall.test(before) || asksToCall.test(after) || ownNumber.test(before)) return false
  if (!isListed && anyNumber.test(before)) return false
  if (gaps.some((gap) => /[+×÷=<>^]/.test(gap)) || /^\s*=/.test(after)) return true
  if (isInFigures && areDecimals(atoms, gaps)) return true
  if (areThousands(atoms, chars) && (moneyWords.test(before) || moneyWords.test(after))) return true
  return isList(atoms, values, gaps, isListed)
}

function isProgression(values: number[]): boolean {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  const keepsStep = values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) === step)
  return values.length >= 4 && step !== 0 && keepsStep
}

type Pairs = { joined: RegExp; least: number; fits?: (left: number, right: string) => boolean }

/** At least so many values of two parts each that a sign holds together, with another one before the next: 78/100, 82/100. */
function arePairs(atoms: Atom[], { joined, least, fits = () => true }: Pairs): boolean {
  const joins = atoms.map((atom, index) => index > 0 && joined.test(atom.gap))
  const pairs = atoms.filter((atom, index) => joins[index] && fits(Number(atoms[index - 1]?.digits), atom.digits))
  return pairs.length >= least && !joins.some((isJoined, index) => isJoined && joins[index + 1])
}

const areTimes = (atoms: Atom[]): boolean =>
  arePairs(atoms, { joined: /^[.:]$/, least: 2, fits: (left, right) => left <= 12 && /^(?:00|15|30|45)$/.test(right) })

const areFractions = (atoms: Atom[]): boolean =>
  arePairs(atoms, {
    joined: /^\/$/,
    least: 2,
    fits: (left, right) => /^[1-9]\d?0$/.test(right) && left <= Number(right),
  })

/** 87.5, 91.2, 88.4, or without commas when there are four: 6.1 6.2 6.3 7.1. */
const areDecimals = (atoms: Atom[], gaps: string[]): boolean =>
  arePairs(atoms, { joined: /^\.$/, least: gaps.some((gap) => /,\s/.test(gap)) ? 1 : 4 })

/** 65000-75000, which with a word about money is a salary. */
const areThousands = (atoms: Atom[], chars: string): boolean =>
  /^\d*000[^\d,]+\d*000$/.test(chars.slice(atoms[0]?.from, atoms.at(-1)?.to).replace(/,/g, ''))

/** `78, 82, 91, 65, 88` or `64, 81, 100, 121`: without leading zeros, set apart as one sets apart things that are counted. */
function isList(atoms: Atom[], values: number[], gaps: string[], isListed: boolean): boolean {
  if (atoms.length < 4 || atoms.some((atom) => /^0\d/.test(atom.digits))) return false
  const lengths = atoms.map((atom) => atom.digits.length)
  const isRising = values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
  const isEven = (lengths.at(-1) ?? 0) - (lengths[0] ?? 0) <= 1
  if (isRising && isEven && gaps.every((gap) => /,|and|aur|और/.test(gap))) return true
  if (values.some((value) => value > 100)) return false
  const areSetApart = gaps.every((gap) => /[,;&|\n]|and|aur|और/.test(gap))
  return isListed || (areSetApart && lengths.some((length) => length > 1))
}
