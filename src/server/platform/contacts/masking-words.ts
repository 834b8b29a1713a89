import { pairOf } from './masking-pairs.ts'

// Digits as words, each with the spellings people use: English, English in Devanagari, Hindi, Hinglish. Without nuktas, as `fold` leaves them.
const units = [
  'zero ziro zeero jero jiro oh o nil nought naught shunya shoonya sunya soonya shuniya shuny sifar शून्य शुन्य सुन्य जीरो जिरो सिफर ओ',
  'one wan ek eik aek ik वन एक इक',
  'two tu do doh दो टू टु',
  'three thri teen tin theen tiin तीन तिन थ्री',
  'four foor char chaar chaarr चार फोर',
  'five faiv paanch panch paach pach paanc panc pancha पांच पाँच पाच पंच फाइव फाईव',
  'six siks chhe che chhah chah chha cheh chhai chhay chey chhey छह छः छ: छे छै छ सिक्स',
  'seven sevan saat sat saath sath सात सेवन',
  'eight ait aath aat ath आठ एट ऐट',
  'nine nain nau nou nao naw नौ नो नाइन नाईन',
]

const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'

const unitOf = new Map(units.flatMap((line, digit) => line.split(' ').map((word) => [word, String(digit)] as const)))
const teenOf = new Map(teens.split(' ').map((word, index) => [word, String(10 + index)]))
const tenOf = new Map(tens.split(' ').map((word, index) => [word, String(20 + 10 * index)]))
tenOf.set('fourty', '40')
tenOf.set('ninty', '90')

const timesOf = new Map([
  ...'double dubble dabal dbl डबल डबुल'.split(' ').map((word) => [word, 2] as const),
  ...'triple tripple tripal tiple ट्रिपल ट्रीपल'.split(' ').map((word) => [word, 3] as const),
])

const fillers = new Set(
  'and then aur phir fir next second half ending rest baaki dash hyphen space gap dot comma plus minus और फिर डैश प्लस कॉमा'.split(
    ' ',
  ),
)

const afterThat = new Set('ke uske iske के उसके इसके'.split(' '))
const later = new Set(['baad', 'बाद'])

/** How many digits a glued word such as `nineeighttwo` may be made of; longer words are not numbers. */
const longestGlued = 80
const longestUnit = 7

/** The digits a word stands for: `nine` 9, `अट्ठानवे` 98, `nineeight` 98; null for every other word. */
export function digitsOf(word: string): string | null {
  return unitOf.get(word) ?? teenOf.get(word) ?? tenOf.get(word) ?? pairOf(word) ?? glued(word)
}

/** Whether a unit spoken after this word belongs to it: `ninety` and `eight`. */
export const isTen = (word: string): boolean => tenOf.has(word)
export const isUnit = (word: string): boolean => unitOf.has(word)
/** Repeat count of the digit after this word: `double` 2, `triple` 3. */
export const timesMeant = (word: string): number | undefined => timesOf.get(word)
/** Words that people say between the parts of a number: `then`, `uske baad`. */
export const isFiller = (word: string, before = '', after = ''): boolean =>
  fillers.has(word) || (afterThat.has(word) && later.has(after)) || (later.has(word) && afterThat.has(before))

/** Letters typed for digits inside a number: O for 0, l and I for 1; S, Z and B only with digits on both sides. */
export function lookAlike(word: string, gluedBefore: boolean, gluedAfter: boolean): string | null {
  if (word.length > 9) return null
  if (/^[oil]+$/.test(word) && (gluedBefore || gluedAfter)) return word.replace(/o/g, '0').replace(/[il]/g, '1')
  if (/^[oilszb]+$/.test(word) && gluedBefore && gluedAfter) {
    const digits: Record<string, string> = { o: '0', i: '1', l: '1', s: '5', z: '2', b: '8' }
    return [...word].map((letter) => digits[letter]).join('')
  }
  return null
}

function glued(word: string): string | null {
  if (word.length < 4 || word.length > longestGlued) return null
  const readings: (string | null)[] = ['']
  for (let end = 1; end <= word.length; end++) {
    readings[end] = null
    for (let start = Math.max(0, end - longestUnit); start <= end - 2; start++) {
      const before = readings[start]
      const digit = before == null ? undefined : unitOf.get(word.slice(start, end))
      if (digit !== undefined) readings[end] = `${before}${digit}`
    }
  }
  return readings[word.length] ?? null
}
