import { describe, expect, test } from 'vitest'
import { contacts, contactsHeldOut } from '#test/masking-contacts.ts'
import { innocents, innocentsHeldOut } from '#test/masking-innocents.ts'
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
    const isExact = text === marked.replace(/⟦[^⟧]*⟧/g, dots)
    const isFound =
      isMasked &&
      [...marked.matchAll(/⟦([^⟧]*)⟧/g)].every(([, part = '']) => !text.includes(part) && text.includes(dots))
    if (isFound) found++
    if (isExact) exact++
    else wrong.push(`${marked}  =>  ${text}`)
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
    const all = measure([...contacts, ...contactsHeldOut], [...innocents, ...innocentsHeldOut])
    const tuned = measure(contacts, innocents)
    const heldOut = measure(contactsHeldOut, innocentsHeldOut)
    console.log(`masking: ${printed(all)}; held out: ${printed(heldOut)}`)
    expect(all.precision, tuned.wrong.join('\n')).toBeGreaterThanOrEqual(0.98)
    expect(all.recall, tuned.wrong.join('\n')).toBeGreaterThanOrEqual(0.98)
  })
})
