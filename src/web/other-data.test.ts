import { expect, test } from 'vitest'
import { otherDataUnless } from './other-data.ts'

const isOther = otherDataUnless('tab', 'sheet')
const move = (from: string, to: string, formMethod?: 'POST') =>
  isOther({
    currentUrl: new URL(from, 'http://127.0.0.1'),
    nextUrl: new URL(to, 'http://127.0.0.1'),
    ...(formMethod && { formMethod }),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
  })

test('skips revalidation for unread search parameters only', () => {
  expect(move('/a?class=8', '/a?class=8&tab=contact')).toBe(false)
  expect(move('/a?tab=contact&class=8', '/a?class=8&sheet=one')).toBe(false)
})

test('revalidates for another page or filter, a form and the same URL', () => {
  expect(move('/a?tab=contact', '/b?tab=one')).toBe(true)
  expect(move('/a?class=8', '/a?class=9&tab=contact')).toBe(true)
  expect(move('/a', '/a?tab=contact', 'POST')).toBe(true)
  expect(move('/a?tab=contact', '/a?tab=contact')).toBe(true)
})
