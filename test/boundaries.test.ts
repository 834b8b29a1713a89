import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  circles,
  collectFacts,
  importsOf,
  refusal,
  shapeFaults,
  sourceFiles,
  unusedMessages,
} from '#test/boundaries.ts'
import { domains, domainsTable, wire } from '#test/domains.ts'
import texts from '../messages/en.json' with { type: 'json' }

const files = sourceFiles()
const known = collectFacts(files)

describe('the project', () => {
  it('imports only from the layers it may use', () => {
    const refused = [...files].flatMap(([file, text]) =>
      importsOf(file, text).flatMap((imported) => refusal(file, imported, known) ?? []),
    )
    expect(refused).toEqual([])
  })

  it('has the same domains in the contract as in the server', () => {
    const folders = [...files.keys()].flatMap((file) => /^src\/contract\/(.+?)\/?[^/]*$/.exec(file)?.[1] ?? [])
    const known = [wire, ...domains.map(([domain]) => domain)]
    expect([...new Set(folders)].filter((folder) => !known.includes(folder))).toEqual([])
  })

  it('has no circular imports', () => {
    expect(circles(new Map([...files].filter(([file]) => file.startsWith('src/'))))).toEqual([])
  })

  it('prints the order of the domains in docs/architecture.md', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(domainsTable())
  })

  it('has specific file names, limited file length and one reader of the environment', () => {
    expect([...files].flatMap(([file, text]) => shapeFaults(file, text))).toEqual([])
  })

  it('uses every translated text', () => {
    const { $schema: _, ...messages } = texts
    expect(unusedMessages(files, Object.keys(messages))).toEqual([])
  })
})

describe('the import and shape rules', () => {
  const say = (file: string, line: string) => importsOf(file, line).map((imported) => refusal(file, imported, known))

  it.each([
    ['src/contract/wire/money.ts', "import { Kysely } from 'kysely'", 'zod and nothing else'],
    ['src/contract/wire/money.ts', "import { x } from '#server/config.ts'", 'imports only itself'],
    [
      'src/server/platform/queue.ts',
      "import type { Booking } from '#server/classes/bookings/bookings.ts'",
      'may not import a domain',
    ],
    [
      'src/server/providers/sms/sms.ts',
      "import { x } from '#server/people/accounts/accounts.ts'",
      'may not import a domain',
    ],
    ['src/server/mentors/search/queries.ts', "import { x } from '#server/money/payments/payments.ts'", 'comes after'],
    ['src/server/money/refunds/routes.ts', "import { x } from '#server/money/payments/payments.ts'", 'comes after'],
    [
      'src/server/money/payments/routes.ts',
      "import { x } from '#server/classes/bookings/queries.ts'",
      'import only classes/bookings/bookings.ts',
    ],
    [
      'src/server/money/payments/routes.ts',
      "const { x } = await import('#server/main.ts')",
      'main.ts may not be imported',
    ],
    [
      'src/server/money/payments/routes.ts',
      "import { buildApp } from '#server/app.ts'",
      'only serve.ts may import app.ts',
    ],
    ['src/server/worker.ts', "import type { Feature } from '#server/app.ts'", 'only serve.ts may import app.ts'],
    [
      'src/server/novelty/routes.ts',
      "import { x } from '#server/classes/bookings/bookings.ts'",
      'add novelty to test/domains.ts',
    ],
    ['src/web/mentors/filters.tsx', "import { x } from '#server/config.ts'", 'meet in the contract'],
    [
      'src/web/mentors/filters.tsx',
      "import { searchMentors } from '#contract/mentors/mentors.ts'",
      'zod into the browser',
    ],
    ['src/web/mentors/filters.tsx', "import { Card } from '#web/bookings/card.tsx'", 'only a *-page.tsx'],
    ['src/web/admin/money/refund-cells.tsx', "import { x } from '../people/x.tsx'", 'only a *-page.tsx'],
    ['src/web/admin/kit/data-table.tsx', "import { x } from '../people/x.tsx'", 'kit/ may not import a section'],
    ['src/web/ui/badge.tsx', "import { Header } from '#web/shell/header.tsx'", 'may import only itself'],
    ['src/web/shell/header.tsx', "import { Card } from '#web/mentors/card.tsx'", 'may not import a feature'],
    ['src/server/app.ts', "import { testDatabase } from '#test/harness.ts'", 'must not import tests'],
    ['src/server/app.ts', "import { freePort } from '#bench/load/demo-site.ts'", 'must not import tests'],
  ])('refuse in %s: %s', (file, line, words) => {
    expect(say(file, line)).toEqual([expect.stringContaining(words)])
  })

  it.each([
    ['src/server/money/payments/routes.ts', "import { confirmBooking } from '#server/classes/bookings/bookings.ts'"],
    ['src/server/money/payments/routes.ts', "import type { Context } from '#server/context.ts'"],
    ['src/web/mentors/filters.tsx', "import type { Filter } from '#contract/mentors/mentors.ts'"],
    ['src/web/mentors/filters.tsx', "import { type Filter, type Sort } from '#contract/mentors/mentors.ts'"],
    ['src/web/mentors/filters.tsx', "import { otpDigits } from '#contract/people/limits.ts'"],
    ['src/web/admin/money/refund-page.tsx', "import { x } from '../people/x.tsx'"],
    ['src/web/mentors/search-page.tsx', "import { Card } from '#web/bookings/card.tsx'"],
  ])('allow in %s: %s', (file, line) => {
    expect(say(file, line)).toEqual([null])
  })

  it('detect circular imports, type imports included', () => {
    const two = new Map([
      ['src/server/a.ts', "import type { B } from './b.ts'"],
      ['src/server/b.ts', "import { a } from './a.ts'"],
    ])
    expect(circles(two)).toEqual(['Circular import: src/server/a.ts → src/server/b.ts → src/server/a.ts'])
    expect(circles(new Map([...two, ['src/server/b.ts', "const a = () => import('./a.ts')"]]))).toEqual([])
  })

  it('detect a text that only tests use', () => {
    const code = new Map([
      ['src/web/card.tsx', 'm.card_title()'],
      ['test/e2e/card.test.ts', 'm.card_old()'],
      ['src/web/card.test.ts', 'm.card_old()'],
    ])
    expect(unusedMessages(code, ['card_title', 'card_old', 'card'])).toHaveLength(2)
  })

  it('detect vague names, long files and readers of the environment', () => {
    const faults = [
      ...shapeFaults('src/server/mentors/utils.ts', ''),
      ...shapeFaults('src/web/shared/card.tsx', ''),
      ...shapeFaults('src/web/ui/MentorCard.tsx', ''),
      ...shapeFaults('src/server/mentors/long.ts', 'x\n'.repeat(301)),
      ...shapeFaults('src/server/mentors/env.ts', 'process.env.PORT'),
    ]
    expect(faults).toHaveLength(5)
    expect(shapeFaults('src/server/mentors/queries.ts', 'x\n'.repeat(300))).toEqual([])
  })
})
