import fc from 'fast-check'

// Generators of mobile numbers in disguise and of ordinary messages about lessons.

const hindi = ['शून्य', 'एक', 'दो', 'तीन', 'चार', 'पाँच', 'छह', 'सात', 'आठ', 'नौ']
const hinglish = ['shunya', 'ek', 'do', 'teen', 'chaar', 'paanch', 'chhe', 'saat', 'aath', 'nau']
const english = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const rows = ['0123456789', '०१२३४५६७८९', '０１２３４５６７８９', '૦૧૨૩૪૫૬૭૮૯', '⓪①②③④⑤⑥⑦⑧⑨', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'].map(
  (row) => [...row],
)
const spoken = [english, hindi, hinglish]
const apart = [' ', '  ', '-', ' - ', '.', '/', '_', '*', '\u200b', '\u00a0', ') ', '...', ' 👉 ']
const prefixes = ['', '', '+91 ', '+91-', '91', '0', '0091 ']

// Words for sentences without digits; none of them introduces a list.
const plainWords =
  'please sir call me aap kal shaam ko baat karte hai मेरा नंबर यह है ma’am okay Aarav ki mummy beta धन्यवाद ji for with'.split(
    ' ',
  )
const plainText = (minWords: number) =>
  fc.array(fc.constantFrom(...plainWords), { minLength: minWords, maxLength: 6 }).map((words) => words.join(' '))

export const mobile = fc
  .tuple(fc.integer({ min: 6, max: 9 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([first, rest]) => `${first}${String(rest).padStart(9, '0')}`)

const at = (row: readonly string[], digit: string) => row[Number(digit)] ?? digit

/** One digit or a few digits, in one script or in words. */
const writeGroup = (group: string, style: number): string => {
  const row = rows[style]
  if (row) return [...group].map((digit) => at(row, digit)).join('')
  const words = spoken[style - rows.length] ?? english
  return [...group].map((digit) => at(words, digit)).join(' ')
}

type WrittenNumber = { number: string; text: string }

/** A mobile number in groups, in digits of several scripts or in words, with various separators. */
export const writtenMobile: fc.Arbitrary<WrittenNumber> = fc
  .record({
    number: mobile,
    prefix: fc.constantFrom(...prefixes),
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 10, maxLength: 10 }),
    styles: fc.array(fc.nat(rows.length + spoken.length - 1), { minLength: 10, maxLength: 10 }),
    isOneStyle: fc.boolean(),
    marks: fc.array(fc.constantFrom(...apart), { minLength: 10, maxLength: 10 }),
    isOneMark: fc.boolean(),
    before: plainText(0),
    after: plainText(0),
  })
  .map(({ number, prefix, sizes, styles, isOneStyle, marks, isOneMark, before, after }) => {
    let written = prefix
    let done = 0
    for (const [index, size] of sizes.entries()) {
      const group = number.slice(done, done + size)
      if (group === '') break
      const chosen = (isOneMark ? marks[0] : marks[index]) ?? ' '
      // An invisible separator would merge words into other words, as in `seven` + `teen`.
      const mark = chosen === '\u200b' && /\p{L}$/u.test(written) ? ' ' : chosen
      written += `${done > 0 ? mark : ''}${writeGroup(group, (isOneStyle ? styles[0] : styles[index]) ?? 0)}`
      done += size
    }
    return { number, text: `${before} ${written} ${after}` }
  })

const mark = fc.integer({ min: 33, max: 100 })
const two = (value: number) => String(value).padStart(2, '0')
const day = fc.tuple(
  fc.integer({ min: 1, max: 28 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 2010, max: 2029 }),
)
const time = fc
  .tuple(fc.integer({ min: 1, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, rest]) => `${hour}:${rest}`)
const price = fc.integer({ min: 4, max: 240 }).map((fifties) => fifties * 50)
const grouped = (amount: number) => amount.toLocaleString('en-IN')

/** Figures that appear in messages between families and mentors. */
const figures = fc.oneof(
  fc.array(mark, { minLength: 3, maxLength: 8 }).map((marks) => `marks ${marks.join(', ')}`),
  fc
    .array(mark, { minLength: 3, maxLength: 8 })
    .map((marks) => `${marks.slice(0, -1).join(', ')} aur ${marks.at(-1)} aaye`),
  fc.array(mark, { minLength: 1, maxLength: 6 }).map((marks) => marks.map((value) => `${value}/100`).join(', ')),
  fc.array(mark, { minLength: 1, maxLength: 5 }).map((marks) => marks.map((value) => `${value}%`).join(' ')),
  day.map(([date, month, year]) => `${date}/${month}/${year}`),
  day.map(([date, month, year]) => `${year}-${two(month)}-${two(date)}`),
  fc
    .tuple(day, time, time)
    .map(([[date, month, year], from, to]) => `${two(date)}.${two(month)}.${year} ${from} - ${to}`),
  fc.array(time, { minLength: 1, maxLength: 6 }).map((times) => times.join(', ')),
  fc
    .array(price, { minLength: 1, maxLength: 4 })
    .map((prices) => prices.map((amount) => `₹${grouped(amount)}`).join(', ')),
  fc.tuple(price, price).map(([from, to]) => `fees ${from} se ${to}`),
  fc.integer({ min: 110001, max: 855117 }).map((pin) => `Indore ${pin}`),
  fc.tuple(fc.nat(400), fc.nat(400)).map(([from, to]) => `pages ${from} to ${to}`),
  fc
    .integer({ min: 100_000, max: 999_999_999_999 })
    .filter((roll) => !/^(?:91)?[6-9]\d{9}$/.test(String(roll)))
    .map((roll) => `roll no ${roll}`),
  fc.integer({ min: 0, max: 99_999 }).map((number) => `MS-2026-${String(number).padStart(6, '0')}`),
  fc
    .integer({ min: 1, max: 8 })
    .map((from) => `class ${Array.from({ length: 5 }, (_, index) => from + index).join(', ')}`),
)

// A word between two figures, as in speech; words asking for a call are left out, because they make the rules stricter.
const lessonWords = 'sir lesson notebook homework ma’am beta kal uske baad he got है में'.split(' ')
const lessonWord = fc.constantFrom(...lessonWords)

export const lessonTalk = fc
  .array(fc.tuple(lessonWord, figures), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.map(([word, figure]) => `${word} ${figure}`).join(' '))
