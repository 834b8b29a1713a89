import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lessonTalk, writtenMobile } from '#test/masking-writers.ts'
import { sized } from '#test/rounds.ts'
import { runsOf } from './digit-runs.ts'
import { fold } from './fold.ts'
import { maskContacts } from './masking.ts'

const digitsIn = (text: string): string =>
  runsOf(fold(text).chars)
    .flat()
    .map((atom) => atom.digits)
    .join('')

const sixInARow = (number: string) => Array.from({ length: 5 }, (_, from) => number.slice(from, from + 6))

describe('any mobile number', () => {
  test('is masked in any spelling, leaving no six digits readable', () => {
    fc.assert(
      fc.property(writtenMobile, ({ number, text }) => {
        const masked = maskContacts(text)
        expect(masked.isMasked).toBe(true)
        const left = digitsIn(masked.text)
        expect(sixInARow(number).filter((six) => left.includes(six))).toEqual([])
      }),
      { numRuns: sized(200, 1000) },
    )
  })

  test('stays masked when the masked text is masked again', () => {
    fc.assert(
      fc.property(writtenMobile, ({ text }) => {
        const once = maskContacts(text).text
        expect(maskContacts(once)).toEqual({ text: once, isMasked: false })
      }),
      { numRuns: sized(60, 300) },
    )
  })
})

test('never masks marks, dates, times, prices, pin codes, pages and roll numbers', () => {
  fc.assert(
    fc.property(lessonTalk, (text) => {
      expect(maskContacts(text)).toEqual({ text, isMasked: false })
    }),
    { numRuns: sized(200, 1000) },
  )
})

test('keeps unmasked text unchanged', () => {
  const char = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
  const piece = fc.oneof(
    fc.array(char, { maxLength: 20 }).map((chars) => chars.join('')),
    writtenMobile.map(({ text }) => text),
  )
  const anything = fc.array(piece, { maxLength: 4 })
  fc.assert(
    fc.property(anything, (pieces) => {
      const text = pieces.join('')
      const shown = maskContacts(text).text.split('•'.repeat(10))
      expect(text.startsWith(shown[0] ?? '') && text.endsWith(shown.at(-1) ?? '')).toBe(true)
      const places = shown.map((part) => text.indexOf(part))
      expect(places).not.toContain(-1)
    }),
    { numRuns: sized(40, 200) },
  )
})

/** Texts that make a rule read far ahead. */
const worst = [
  '9', '98', '9 ', '98, ', '9.', '8/', '9:5', '9\n', '+9', '₹9', '9%', 'do ', 'nine', 'double ', 'ninety ', 'and ', 'नौ ', 'oil', '9o', 'roll no ',
  'isbn 9', 'a@', '@', '@a ', 'a at ', 'a.', 'a. ', 'com . ', 'a dot ', 'a-', 'www.', 'https://', 'a.com/', 'insta id ', '(at)', '. ', '/', '\u200b', '👉', ' ', 'x',
] // biome-ignore format: one list

/** Minimum CPU time of a few rounds, to exclude interference by other processes. */
const spent = (text: string, times: number): number => {
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage()
    for (let turn = 0; turn < times; turn++) maskContacts(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / times
  })
  return Math.min(...rounds)
}

const longest = sized(800, 4000)

test('takes linear time', () => {
  const growth = (piece: string) => {
    const long = piece.repeat(longest).slice(0, longest)
    const short = long.slice(0, longest / 8)
    spent(short, 2)
    return spent(long, 1) / spent(short, 2)
  }
  // Eight times the text takes about eight times as long; quadratic time would be 64 times.
  const pieces = worst.filter((_, at) => at % sized(3, 1) === 0)
  const squares = pieces.filter((piece) => [1, 2, 3].every(() => growth(piece) > 24))
  expect(squares).toEqual([])
})
