// Dates, times, marks and document numbers are recognised by their form and are never part of a phone number. Every pattern is bounded to keep the
// running time linear.

const isBookNumber = (found: string): boolean => {
  const digits = found.replace(/\D/g, '')
  const weights = digits.length === 13 ? [1, 3] : [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (weights[index % weights.length] ?? 0), 0)
  return sum % (digits.length === 13 ? 10 : 11) === 0
}

const isMobile = (found: string): boolean => /^(?:0|91)?[6-9]\d{9}$/.test(found)

type Pattern = { pattern: RegExp; accepts?: (found: string) => boolean }

const patterns: Pattern[] = [
  // Days: 12/11/2026, 8.12.2026, 2026-11-20.
  { pattern: /(?<![\d/.-])(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?![/.-]?\d)/g },
  { pattern: /(?<![\d/.-])(?:19|20)\d\d([/.-])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![/.-]?\d)/g },
  // Times: 5:30.
  { pattern: /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![:\d])/g },
  // 87.5%
  { pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,4})? ?%(?!\d)/g },
  // 3.14159265358979
  { pattern: /(?<![\d.])\d{1,3}\.\d{11,30}(?!\d)/g },
  // ₹4,500, unless the rest of a longer number follows.
  {
    pattern:
      /(?:(?<![\d₹])₹|(?<!\p{L})(?:rs\.?|inr|रु\.?)) ?(?:\d{1,3}(?:,\d{2,3}){1,3}|(?!0)\d{1,7})(?!,?\d|₹|[ .-]{1,3}\d{3})/gu,
  },
  // Our own numbers: CASE-2026-000123, MS-2026-004187, MS/26-27/000123.
  { pattern: /(?<![\p{L}\d])(?:case|ms)-20\d\d-0\d{5}(?!\d)/gu },
  { pattern: /(?<![\p{L}\d])ms\/\d\d-\d\d\/0\d{5}(?!\d)/gu },
  // Books, by their check digit.
  { pattern: /(?<!\d)97[89](?:[ -]?\d){10}(?!\d)/g, accepts: isBookNumber },
  { pattern: /(?<=isbn[^\d\n]{0,6})\d(?:[ -]?\d){8}[ -]?\d(?!\d)/g, accepts: isBookNumber },
  { pattern: /(?<=isbn[^\d\n]{0,6})97[89](?:[ -]?\d){10}(?!\d)/g },
  // Numbers of pupils and forms, unless they have the form of a telephone number.
  {
    pattern:
      /(?<=(?:roll|enroll?ment|admission|registration|regn|scholar|hall ticket|seat|application|रोल|नामांकन|पंजीयन)[ .:#-]{0,2}(?:no|num|number|id|नंबर|नं|क्रमांक)?[ .:#-]{0,3}(?:is|hai|है)?[ :-]{0,2})\d{6,12}(?!\d)/gu,
    accepts: (found) => !isMobile(found),
  },
  // Numbers of payments, never in the form of a telephone number.
  {
    pattern:
      /(?<=(?:utr|ref|reference|transaction|txn|order|receipt|pnr)[ .:#-]{0,2}(?:no|num|number|id)?[ .:#-]{0,3}(?:is|hai)?[ :-]{0,2})\d{11,18}(?!\d)/g,
    accepts: (found) => !isMobile(found),
  },
]

/** Words about the parts of a number, which are not parts themselves: `first five 98260 last five 14210`. */
const parts =
  /(?<!\p{L})(?:first|last|next|pehle|aakhri|baki) (?:[1-6]|one|two|three|four|five|six|paanch|panch|char|teen|do) (?:digits? |number )?(?=\d|[a-z]+ \d)/gu

/** Characters of context read around a number. */
const nearby = 60

/** `chars` with other numbers as `x`, which end a run of digits, and `parts` as `-`. The length is unchanged. */
export function blankOutOtherNumbers(chars: string): string {
  return patterns.reduce(
    (text, { pattern, accepts }) => {
      return text.replace(pattern, (found: string) => (accepts?.(found) === false ? found : 'x'.repeat(found.length)))
    },
    chars.replace(parts, (found) => '-'.repeat(found.length)),
  )
}

/** The words around a number, from `from` to `to` in `chars`. */
export function around(chars: string, from: number, to: number): { before: string; after: string } {
  return { before: chars.slice(Math.max(0, from - nearby), from), after: chars.slice(to, to + nearby) }
}
