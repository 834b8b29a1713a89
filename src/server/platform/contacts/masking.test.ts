import { describe, expect, test } from 'vitest'
import { authors, heldOut, measure, percent, textsOf, withoutBrackets } from '../../../../scripts/masking-texts.ts'
import { maskContacts, maskPlainContacts } from './masking.ts'

const dots = '•'.repeat(10)

describe('contacts in messages', () => {
  test('are masked to the letter when written plainly', () => {
    const { contacts } = textsOf('plain')
    const expected = contacts.map((marked) => marked.replace(/⟦[^⟧]*⟧/g, dots))
    expect(contacts.map((marked) => maskContacts(withoutBrackets(marked)).text)).toEqual(expected)
  })

  test.each(authors)('are masked, and other sentences are not, in what was learned from: %s', (author) => {
    const { recall, missed, wrong } = measure(textsOf(author))
    expect(wrong).toEqual([])
    expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  // The texts that fail are not printed, so that nobody tunes the rules to them.
  test('are masked in texts that nothing was tuned to or learned from', () => {
    const { recall, precision } = measure(textsOf(heldOut))
    console.log(`masking, held out: precision ${percent(precision)}, recall ${percent(recall)}`)
    expect(precision).toBeGreaterThanOrEqual(0.99)
    expect(recall).toBeGreaterThanOrEqual(0.93)
  })
})

test('names and public texts are judged by the rules alone', () => {
  expect(maskPlainContacts('search Sharma Sir Physics on Facebook').isMasked).toBe(false)
  expect(maskPlainContacts('call 9826014210').text).toBe(`call ${dots}`)
})
