import { expect, test } from 'vitest'
import { defaultPolicy } from '#contract/classes/limits.ts'
import { cancellationLines, cancellationRules } from './cancellation-lines.ts'

test('each rule says when and what, with one colon between, in both languages', () => {
  for (const reader of ['family', 'mentor'] as const)
    for (const locale of ['en', 'hi'] as const)
      for (const rule of cancellationLines(defaultPolicy, reader, locale).slice(0, cancellationRules))
        expect(rule.split(': '), rule).toHaveLength(2)
})
