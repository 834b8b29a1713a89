import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from '../messages/en.json' with { type: 'json' }
import hi from '../messages/hi.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')

/** Words of pressure and of shame, as they are used on shops' pages in India. */
const pressure =
  /hurry|last chance|selling fast|only \d+ (left|remaining)|only \{\w+\} (left|remaining)|people are (viewing|looking)|don't miss|offer ends|जल्दी करें|मौक़ा न चूकें|आख़िरी मौक़ा|सिर्फ़ \{\w+\} बचे|लोग देख रहे/i
const shame = /no,? thanks|i don't (want|care|need)|i'd rather|i hate|नहीं,? मुझे .* नहीं चाहिए|मुझे बचत नहीं/i

test.each([
  ['en', en],
  ['hi', hi],
])('no text of %s presses or shames the reader', (_, texts: Record<string, string>) => {
  const found = Object.entries(texts).filter(([, text]) => pressure.test(text) || shame.test(text))
  expect(found).toEqual([])
})

test('finds pressure and shame', () => {
  for (const text of ['Hurry, only {count} left!', 'सिर्फ़ {count} बचे', 'Offer ends tonight'])
    expect(text).toMatch(pressure)
  for (const text of ["No thanks, I don't want to save", "I'd rather pay more"]) expect(text).toMatch(shame)
})

/** Boxes that start ticked outside the admin panel: each is a choice about one's own plan, never a consent or a purchase. */
const preticked = [
  // Days a class is skipped on, preselected by the holiday or leave the mentor entered.
  'src/web/dashboard/timetable/month-form.tsx',
  'src/web/dashboard/kit/preview-row.tsx',
]

test('no box for a consent or a purchase starts ticked', async () => {
  const found: string[] = []
  for await (const file of glob('src/web/**/*.tsx', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8')
    const boxes = [...text.matchAll(/<(?:input|Checkbox)\b[^>]*?\bdefaultChecked(?:=\{([^}]*)\})?/gs)]
    const isTicked = boxes.some(
      ([tag, value]) =>
        !/type="radio"/.test(tag) && (value === undefined || value === 'true' || /=== null$/.test(value)),
    )
    if (isTicked && !file.startsWith('src/web/admin/')) found.push(file)
  }
  expect(found.sort()).toEqual([...preticked].sort())
})

/** Files that send a consent without a tick of its own. */
const hiddenConsents = [
  // The exception: the sentence at the button says that booking accepts the code of conduct.
  'src/web/mentors/booking-payment.tsx',
  'src/web/mentors/use-booking.ts',
  // The button itself gives or withdraws the consent.
  'src/web/dashboard/reviews/own-review.tsx',
  'src/web/dashboard/settings/privacy-consents.tsx',
]
const consentField =
  /<input type="hidden"[^>]*name="(?:accepts|agrees|agreed)"|(?<!\b(?:accepts|agrees|agreed) && \{ )\b(?:accepts|agrees|agreed): (?:'on'|true)/

test('no form sends a consent that its user did not tick', async () => {
  const found: string[] = []
  for await (const file of glob('src/web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }))
    if (consentField.test(await readFile(join(root, file), 'utf8'))) found.push(file)
  expect(found.sort()).toEqual([...hiddenConsents].sort())
})

test('the audit names the thirteen patterns of the guidelines, each with files that exist', async () => {
  const table = (await readFile(join(root, 'docs/dark-patterns.md'), 'utf8'))
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line))
  expect(table.map((line) => line.split(' | ')[0]?.slice(2))).toEqual([
    ...['False urgency', 'Basket sneaking', 'Confirm shaming', 'Forced action', 'Subscription trap'],
    ...['Interface interference', 'Bait and switch', 'Drip pricing', 'Disguised advertisement', 'Nagging'],
    ...['Trick wording', 'SaaS billing', 'Rogue malware'],
  ])
  for (const [, file = ''] of table.join('\n').matchAll(/`(\S+\.test\.ts)`/g))
    expect((await readFile(join(root, file), 'utf8')).length, file).toBeGreaterThan(0)
})
