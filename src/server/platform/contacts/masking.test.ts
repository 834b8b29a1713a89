import { describe, expect, test } from 'vitest'
import { contacts, contactsHeldOut } from '#test/masking-contacts.ts'
import { moreContacts } from '#test/masking-contacts-more.ts'
import { innocents, innocentsHeldOut } from '#test/masking-innocents.ts'
import { moreInnocents } from '#test/masking-innocents-more.ts'
import { unseenContacts } from '#test/masking-unseen-contacts.ts'
import { unseenInnocents } from '#test/masking-unseen-innocents.ts'
import { maskContacts } from './masking.ts'

const dots = '•'.repeat(10)

type Figures = { precision: number; recall: number; exact: number; wrong: string[] }

/** Found: every part between the brackets is gone. Exact: and nothing else is. */
function measure(withContact: string[], without: string[]): Figures {
  const wrong: string[] = []
  let found = 0
  let exact = 0
  for (const marked of withContact) {
    const { text, isMasked } = maskContacts(marked.replace(/[⟦⟧]/g, ''))
    const isFound = isMasked && [...marked.matchAll(/⟦([^⟧]*)⟧/g)].every(([, part = '']) => !text.includes(part))
    if (isFound) found++
    else wrong.push(`${marked}  =>  ${text}`)
    if (text === marked.replace(/⟦[^⟧]*⟧/g, dots)) exact++
  }
  const hidden = without.filter((text) => maskContacts(text).text !== text)
  wrong.push(...hidden.map((text) => `${text}  =>  ${maskContacts(text).text}`))
  return {
    precision: found / (found + hidden.length),
    recall: found / withContact.length,
    exact: exact / withContact.length,
    wrong,
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const printed = ({ precision, recall, exact }: Figures) =>
  `precision ${percent(precision)}, recall ${percent(recall)}, hidden to the letter ${percent(exact)}`

describe('contacts in messages', () => {
  test('are masked, and other sentences are not', () => {
    const known = measure(
      [...contacts, ...contactsHeldOut, ...moreContacts],
      [...innocents, ...innocentsHeldOut, ...moreInnocents],
    )
    console.log(`masking: ${printed(known)}`)
    expect(known.precision, known.wrong.join('\n')).toBeGreaterThanOrEqual(0.99)
    expect(known.recall, known.wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  // The texts that fail are not printed, so that nobody tunes the rules to them.
  test('are masked in texts the rules were never tuned to', () => {
    const unseen = measure(unseenContacts, unseenInnocents)
    console.log(`masking, unseen: ${printed(unseen)}`)
    expect(unseen.precision).toBeGreaterThanOrEqual(0.99)
    expect(unseen.recall).toBeGreaterThanOrEqual(0.8)
  })
})
