import { type Atom, runsOf } from './digit-runs.ts'
import { around, blankOutOtherNumbers } from './not-phone-numbers.ts'
import { markers, type Numbers, numberRules } from './number-rules.ts'

/** A part of the folded text, `to` not included. */
export type Part = { from: number; to: number }

/** With every prefix a mobile number has fourteen digits, an international one fifteen. */
const longest = 15
const mobile = /^(?:0|91|091|0091)?[6-9]\d{9}$/
const landline = /^0[1-8]\d{9}$/
const foreign = /^(?:00)?[1-9]\d{9,14}$/
const identity = /^[2-9]\d{11}$/

/** So many groups of digits of one run that may be a number are weighed, each in about 30 microseconds. */
const maxTries = 500

/** A number spread over a text is looked for in short texts only. */
const longestSpread = 160

/** Digits of a mobile number are one from so many points on. */
const enough = 5

/** Where telephone and identity numbers stand in the folded text. */
export function numbersIn(chars: string): Part[] {
  const calm = blankOutOtherNumbers(chars)
  const runs = runsOf(calm)
  const text = {
    chars: calm,
    isMeeting: /zoom|zum|जूम|meet|webex|teams/.test(calm),
    isBackwards: markers.backwards.test(calm),
  }
  const parts = runs.flatMap((run) => partsOf(run, text))
  return parts.length > 0 ? parts : spreadNumber(runs, calm)
}

/** In a text that asks to call, its only ten digits, whatever is said between them. */
function spreadNumber(runs: Atom[][], chars: string): Part[] {
  const atoms = runs.flat().filter(({ isOptional }) => !isOptional)
  if (atoms.length < 2 || atoms.length > longest || chars.length > longestSpread) return []
  const digits = atoms.map((atom) => atom.digits).join('')
  const isCalled = markers.call.test(chars) || markers.own.test(chars) || markers.number.test(chars)
  const isListed = markers.list.test(chars) || markers.money.test(chars)
  if (!mobile.test(digits) || !(markers.ask.test(chars) || (isCalled && !isListed))) return []
  return atoms.map(({ from, to }) => ({ from, to }))
}

/** A text, and whether it names a video call or says that digits stand backwards. */
type Text = { chars: string; isMeeting: boolean; isBackwards: boolean }

function partsOf(run: Atom[], text: Text): Part[] {
  const parts: Part[] = []
  let tried = 0
  for (let first = 0; first < run.length; first++) {
    // More is no conversation: the rest is masked unread.
    if (tried > maxTries) return [...parts, partOf(run.slice(first), text.chars)]
    let digits = ''
    let figures = ''
    for (let last = first; last < run.length && figures.length <= longest; last++) {
      const atom = run[last]
      digits += atom?.digits ?? ''
      figures += atom?.isOptional ? '' : (atom?.digits ?? '')
      if (digits.length < 9) continue
      const readings = (figures === digits ? [digits] : [digits, figures]).filter((one) => mayBeNumber(one, text))
      if (readings.length === 0) continue
      tried++
      const atoms = run.slice(first, last + 1)
      if (readings.some((reading) => isNumber(atoms, reading, text))) parts.push(partOf(atoms, text.chars))
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

/** Whether digits have the form of a number; cheap, because most have not. */
const mayBeNumber = (digits: string, { isMeeting, isBackwards }: Text): boolean =>
  digits.length > 12 ||
  mobile.test(digits) ||
  landline.test(digits) ||
  foreign.test(digits) ||
  (isMeeting && digits.length <= 11) ||
  (isBackwards && digits.length === 10)

/** Whether these digits are a number one can be called at, or an identity number. */
function isNumber(atoms: Atom[], digits: string, { chars, isMeeting, isBackwards }: Text): boolean {
  const [first] = atoms
  if (!first) return false
  if (atoms.length === 1 && digits.length > 12) return isLong(digits)
  const isForeign =
    foreign.test(digits) &&
    (/(?:^|[^\d ]) ?\+$/.test(chars.slice(Math.max(0, first.from - 3), first.from)) || digits.startsWith('00'))
  if ((isForeign && areClose(atoms)) || isIdentity(atoms, digits)) return true
  const isLandline =
    landline.test(digits) && (atoms.length > 9 || (atoms.length <= 3 && /^0\d{2,4}$/.test(first.digits)))
  if (atoms.length === 1 && mobile.test(digits)) return !isRound(first, chars)
  if (identity.test(digits) && atoms.length === 1) return true
  const isMobile = mobile.test(digits) || (isBackwards && mobile.test([...digits].reverse().join('')))
  if (!isMobile && !isLandline && !isMeeting) return false
  const words = around(chars, first.from, atoms.at(-1)?.to ?? 0)
  if (isMeeting && digits.length <= 11 && markers.meeting.test(words.before) && areClose(atoms)) return true
  return (isMobile || isLandline) && pointsOf({ atoms, digits, chars, ...words }) >= enough
}

const pointsOf = (numbers: Numbers): number =>
  numberRules.reduce((sum, { points, holds }) => (holds(numbers) ? sum + points : sum), 0)

/** `8 billion`. */
const isRound = ({ digits, from, to }: Atom, chars: string): boolean =>
  /00000$/.test(digits) && /\p{L}/u.test(chars.slice(from, to))

const areClose = (atoms: Atom[]): boolean =>
  atoms.slice(1).every(({ gap, strangers }) => strangers === 0 && !/[+=,]/.test(gap))

/** Eleven and more digits in one piece: a number with its prefix, or one with digits before or after to hide it. */
const isLong = (digits: string): boolean => digits.length > 30 || /[6-9]\d{9}/.test(digits) || identity.test(digits)

function isIdentity(atoms: Atom[], digits: string): boolean {
  if (!identity.test(digits) || atoms.length !== 3) return false
  const areAmounts = atoms.every((atom) => /00$|^(?:19|20)\d\d$/.test(atom.digits))
  return (
    !areAmounts && atoms.every((atom, index) => atom.digits.length === 4 && (index === 0 || /^[ -]$/.test(atom.gap)))
  )
}
