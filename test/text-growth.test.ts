import { expect, test } from 'vitest'
import { maskPlainContacts } from '#server/platform/contacts/masking.ts'
import { csv } from '#server/platform/csv.ts'
import { hasRepeatedKey } from '#server/platform/request-checks.ts'
import { parseSearchTerm } from '#server/platform/search-term.ts'
import { soundsLike, transliterate } from '#server/platform/transliterate.ts'
import { phoneticKey } from '#server/reference/places/spelling.ts'
import { sized } from './rounds.ts'

/** The text functions that read what people type, apart from those of addresses, which have at most 200 characters. */
const functions: Record<string, (text: string) => unknown> = {
  maskPlainContacts,
  csv: (text) => csv([[text]]),
  hasRepeatedKey: (text) => hasRepeatedKey(`{"${text}":1}`),
  parseSearchTerm,
  soundsLike,
  transliterate,
  phoneticKey,
}

/** Texts that make careless patterns try every split. */
const pieces = [
  '9/1 ',
  '9 ',
  '98260',
  '-',
  'a@',
  'a.',
  'www.',
  '+91',
  'nau ',
  'double ',
  'e'.repeat(9),
  '"',
  '{"a":',
  '(',
  '₹9',
  'न',
  '\u200d',
  ',',
  ' x',
]

const [shortest, factor, repeats] = sized([1000, 8, 1], [1000, 16, 5])

/** Processor time in microseconds, the least of three runs. */
function cost(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.max(Math.min(...times), 1)
}

// A ratio of processor times in one run: eight times the text takes eight times as long, or 64 times if it is quadratic.
test.each(Object.entries(functions))('%s takes linear time over adversarial texts', (_, run) => {
  for (const piece of pieces) {
    const text = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    const short = text(shortest)
    const long = text(shortest * factor)
    run(short)
    const few = cost(() => Array.from({ length: repeats }, () => run(short)))
    const many = cost(() => Array.from({ length: repeats }, () => run(long)))
    expect(many, JSON.stringify(piece)).toBeLessThan(Math.max(few, 2000) * factor * 3)
  }
})
