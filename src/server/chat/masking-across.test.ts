import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mobile } from '#test/masking-writers.ts'
import { sized } from '#test/rounds.ts'
import { maskAcross, reachAcross } from './masking-across.ts'

const dots = '•'.repeat(10)
const shown = (...texts: string[]) => maskAcross(texts).map(({ text }) => text)

test('masks each part of a number split over messages and keeps the words around it', () => {
  expect(shown('98260', '14210')).toEqual([dots, dots])
  expect(shown('9826', '014', '210')).toEqual([dots, dots, dots])
  expect(shown('Sir mera number hai 98260', '14210 call kar lena')).toEqual([
    `Sir mera number hai ${dots}`,
    `${dots} call kar lena`,
  ])
  expect(shown('98260 pehle', 'phir 14210')).toEqual([`${dots} pehle`, `phir ${dots}`])
  expect(shown('९८२६०', 'ok', '१४२१०')).toEqual([dots, 'ok', dots])
  expect(shown('nau aath do', 'chhe shunya ek', 'chaar do ek shunya')).toEqual([dots, dots, dots])
  expect(shown('+91', '98 26 01', '42 10', 'ye mera')).toEqual([`+${dots}`, dots, dots, 'ye mera'])
  expect(shown(...'9826014210')).toEqual(Array(10).fill(dots))
})

test('does not join short consecutive answers into a number', () => {
  for (const texts of [
    ['78', '82', '91', '65', '88'],
    ['Class 8', '5:30', '4500', 'ok'],
    ['8500', '452010'],
    ['9', '10', '11', '12', 'sab'],
    ['98260', 'rank aayi thi uski, college mil jayega na', '14210'],
    ['6', '7', '8', '9', '10', '11', '12'],
    ['7:30', '8:30', '9:30', '6:30'],
    ['do', 'ek aur do', 'teen'],
    [],
  ]) {
    expect(shown(...texts)).toEqual(texts)
  }
})

test('masks a complete number within one message and does not reuse it', () => {
  expect(shown('call 9826014210', '5 baje')).toEqual([`call ${dots}`, '5 baje'])
})

const message = fc.oneof(
  mobile.chain((number) => fc.integer({ min: 1, max: 9 }).map((size) => number.slice(0, size))),
  mobile.chain((number) => fc.integer({ min: 1, max: 9 }).map((size) => number.slice(size))),
  fc.constantFrom(
    'ok',
    '98260',
    '14210',
    '5',
    'aur',
    'kal 5 baje aaiye, copy bhi lana',
    'call 9826014210',
    '91',
    'do',
    '78',
  ),
)

test('a message looks the same on every page', () => {
  // Farther apart than `reachAcross`: without that limit only long pages would mask it.
  const drawnOut = mobile.map((number) => [...number].flatMap((digit) => [digit, 'ok']))
  const talk = fc.oneof(fc.array(message, { minLength: 1, maxLength: 60 }), drawnOut)
  fc.assert(
    fc.property(talk, fc.nat(60), fc.integer({ min: 1, max: 20 }), (texts, from, size) => {
      const to = Math.min(from + size, texts.length)
      const begin = Math.max(0, from - reachAcross)
      const page = maskAcross(texts.slice(begin, to + reachAcross)).slice(from - begin, to - begin)
      expect(page).toEqual(maskAcross(texts).slice(from, to))
    }),
    { numRuns: sized(60, 300) },
  )
})

test('masks a number split at any point', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(mobile, cuts, (number, places) => {
      const ends = [...places.toSorted((one, other) => one - other), 10]
      const texts = ends.map((end, index) => number.slice(ends[index - 1] ?? 0, end))
      fc.pre(!/^\d\d00,[1-8]/.test(texts.join()))
      const areMarks = texts.length >= 4 && texts.every((text) => Number(text) <= 100)
      fc.pre(!areMarks)
      expect(maskAcross(texts).every(({ isMasked }) => isMasked)).toBe(true)
    }),
    { numRuns: sized(200, 1000) },
  )
})
