import type { Atom } from './digit-runs.ts'

/** Ten digits in several groups, with the words around them. */
export type Numbers = { atoms: Atom[]; digits: string; chars: string; before: string; after: string }

type Rule = { points: number; holds: (numbers: Numbers) => boolean }

/** Words that say what digits are, in English, Hindi and Hinglish. */
export const markers = {
  call: /call|kaal kar|phone|fone|mobile|\bmob\b|\bcell\b|what'?s ?app|wh?ats+ap+|\bwatsap|wtsp|contact|reach (?:me|us)|landline|std code|dial|ring (?:me|us|kar)|\bsms\b|sampark|miss(?:ed)? call|note (?:kar|down|it)|save (?:kar|it)|\blikh ?(?:lo|lijiye|lena)|baat (?:kar|ho)|कॉल|काल कर|फोन|मोबाइल|व्हाट्स|संपर्क|सम्पर्क|नोट कर|बात कर|लिख लीजिए|लिख लो/,
  own: /\b(?:my|mera|mere|meri|hamara|our|papa|mummy|new|naya) (?:ka |ki )?(?:number|no|num|nmbr|ph|phone|mobile|cell|contact)\b|मेरा (?:नंबर|नम्बर)/,
  number: /(?:\b(?:number|no|num|nmbr|digits)|नंबर|नम्बर)[ .:-]{0,3}(?:is|hai|है)?[ .:-]{0,3}$/,
  list: /marks?|scor|result|test|exam|paper|term|unit|percent|out of|\baa?y[aei]|mile|grade|table|multipl|question|chapter|class|page|batch|\b(?:mp|mah|gb|ram|km|kg|cm|ml|min|hrs?|baje)\b|student|bachch|weight|height|\bages?\b|\bex\b|\bq\b|sums?\b|even|odd|prime|square|sort|mean|median|find|solve|order|roll|maths?\b|science|english|hindi|physics|chem|days|weeks|dates?\b|tarikh|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|अंक|आए|आये|आया|मिले(?!ं)|टेस्ट|स्कोर|प्रतिशत|अध्याय|पाठ|पेज|प्रश्न|क्लास|कक्षा|गुण|तारीख/,
  money:
    /₹|fees?\b|budget|salary|package|rs\b|rupees|rupaye|per (?:month|year|annum)|monthly|yearly|फीस|रुपये|सालाना|वेतन/,
  task: /solve|find|what is|kitna|calculate|subtract|minus|\badd\b|round|compare|nearest|greater|smaller|जोड|घटा|कितना/,
  /** A plain request, which lists and prices do not outweigh. */
  ask: /(?:call|phone|fone|ring|dial|whats ?app|कॉल|फोन) ?(?:me|kar|kij|kro|uth|करो|करना|कीजि|कर)|(?:its?|is|are|ye|yeh) (?:my|mera) (?:ph|phone|mobile|cell|number|contact|whats)|starts? with.*ends? with|\bnumber (?:me|mein)\b/,
  meeting: /(?:zoom|zum|जूम|meeting|webex|teams)[^\d\n]{0,14}$/,
  backwards:
    /\bul?ta\b|\bulte|reverse|backward|right to left|pee?che se|last digit first|from the (?:end|back)|aakhir se|उल्टा|उलटा/,
}

const near = (words: RegExp) => (numbers: Numbers) => words.test(numbers.before) || words.test(numbers.after)
const isListed = near(markers.list)
const isCalled = (numbers: Numbers) => near(markers.call)(numbers) || markers.own.test(numbers.before)

/** What speaks for and against a telephone number. Five points are enough. */
export const numberRules: readonly Rule[] = [
  { points: 8, holds: () => true },
  { points: 6, holds: isCalled },
  { points: 4, holds: (numbers) => markers.number.test(numbers.before) && !isListed(numbers) },
  { points: 4, holds: ({ atoms }) => atoms.some(({ digits }) => /^0\d/.test(digits)) },
  { points: -20, holds: ({ atoms }) => isProgression(valuesOf(atoms)) },
  { points: -20, holds: (numbers) => isInFigures(numbers) && (areTimes(numbers.atoms) || areFractions(numbers.atoms)) },
  { points: -6, holds: isSum },
  { points: -10, holds: ({ atoms }) => gapsOf(atoms).some((gap) => /\p{Sc}/u.test(gap)) && !isUniform(gapsOf(atoms)) },
  { points: -6, holds: (numbers) => isInFigures(numbers) && areDecimals(numbers.atoms) },
  { points: -6, holds: (numbers) => areThousands(numbers) && near(markers.money)(numbers) },
  { points: -6, holds: (numbers) => isList(numbers) },
  { points: -6, holds: hasOneSoundalike },
  { points: -6, holds: (numbers) => numbers.atoms.length === 2 && near(markers.task)(numbers) },
  { points: -4, holds: ({ atoms }) => strangersIn(atoms) === 1 },
  { points: -20, holds: ({ atoms }) => strangersIn(atoms) > (atoms.length > 3 ? 0 : 1) },
]

const valuesOf = (atoms: Atom[]): number[] => atoms.map(({ digits }) => Number(digits))
const gapsOf = (atoms: Atom[]): string[] => atoms.slice(1).map(({ gap }) => gap)
/** `six to seven, nine to ten`: the same word again and again is itself and not a digit. */
function hasOneSoundalike({ atoms, chars }: Numbers): boolean {
  const words = atoms.filter(({ isGuess }) => isGuess).map(({ from, to }) => chars.slice(from, to))
  return words.length > 1 && new Set(words).size === 1
}

/** `98 + 26 = 124`; the same sign between all groups is a disguise, unless it adds or multiplies. */
function isSum({ atoms, after }: Numbers): boolean {
  const gaps = gapsOf(atoms)
  // `<gap>` is a word.
  const signs = gaps.map((gap) => gap.replace(/<\p{L}+>/gu, ''))
  return /^\s*=/.test(after) || signs.some((gap) => (isUniform(gaps) ? /[+×÷]/ : /[+×÷=<>]/).test(gap))
}

const isInFigures = ({ atoms, chars }: Numbers): boolean => atoms.every(({ from }) => /\d/.test(chars.charAt(from)))

/** The same marks or words between all of at least four groups. */
const isUniform = (gaps: string[]): boolean => gaps.length >= 3 && gaps.every((gap) => gap === gaps[0])

/** Words between the groups that belong to no number; the same one between all of them is a disguise. */
function strangersIn(atoms: Atom[]): number {
  if (isUniform(gapsOf(atoms))) return 0
  return atoms.slice(1).reduce((sum, { strangers }) => sum + strangers, 0)
}

function isProgression(values: number[]): boolean {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  const keepsStep = values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) === step)
  const ratio = (values[1] ?? 0) / (values[0] || 1)
  const keepsRatio = values.every((value, index) => index === 0 || value === (values[index - 1] ?? 0) * ratio)
  return values.length >= 4 && ((step !== 0 && keepsStep) || (ratio > 1 && keepsRatio))
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
const areDecimals = (atoms: Atom[]): boolean =>
  arePairs(atoms, { joined: /^\.$/, least: gapsOf(atoms).some((gap) => /,\s/.test(gap)) ? 1 : 4 })

/** 65000-75000, which with a word about money is a salary. */
const areThousands = ({ atoms, chars }: Numbers): boolean =>
  /^\d*000[^\d,]+\d*000$/.test(chars.slice(atoms[0]?.from, atoms.at(-1)?.to).replace(/,/g, ''))

/** `78, 82, 91, 65, 88` or `64, 81, 100, 121`: without leading zeros, set apart as one sets apart things that are counted. */
function isList(numbers: Numbers): boolean {
  const { atoms } = numbers
  if (atoms.length < 4 || atoms.some(({ digits }) => /^0\d/.test(digits))) return false
  const values = valuesOf(atoms)
  const gaps = gapsOf(atoms)
  const lengths = atoms.map(({ digits }) => digits.length)
  const isRising = values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
  const isEven = (lengths.at(-1) ?? 0) - (lengths[0] ?? 0) <= 1
  if (isRising && isEven && gaps.every((gap) => /,|and|aur|और/.test(gap))) return true
  if (values.some((value) => value > 100)) return false
  const areSetApart = gaps.every((gap) => /[,;&|\n]|and|aur|और|आणि/.test(gap))
  return isListed(numbers) || (areSetApart && isInFigures(numbers) && lengths.some((length) => length > 1))
}
