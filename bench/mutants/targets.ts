/** Where a wrong sign costs money, trust or somebody's time, and the tests that have to see it. */
type Target = { file: string; tests: string[] }

export const targets: Record<string, Target[]> = {
  money: [
    { file: 'src/contract/classes/prices.ts', tests: ['src/contract/classes/prices.test.ts'] },
    { file: 'src/contract/wire/money.ts', tests: ['src/contract/wire/money.test.ts'] },
    {
      file: 'src/server/classes/lessons/balance.ts',
      tests: ['src/server/classes/lessons/balance.test.ts'],
    },
  ],
  ledger: [
    {
      file: 'src/server/ledger/ledger.ts',
      tests: ['src/server/ledger/ledger.test.ts', 'src/server/money/payouts/ledger.test.ts'],
    },
  ],
  time: [
    { file: 'src/contract/wire/time.ts', tests: ['src/contract/wire/time.test.ts'] },
    {
      file: 'src/server/classes/timetables/dates.ts',
      tests: ['src/server/classes/timetables/dates.test.ts'],
    },
    {
      file: 'src/server/classes/availability/free-times.ts',
      tests: ['src/server/classes/availability/free-times.test.ts'],
    },
    {
      file: 'src/server/classes/timetables/confirmation-reasons.ts',
      tests: ['src/server/classes/timetables/confirmation-reasons.test.ts'],
    },
  ],
  sessions: [
    {
      file: 'src/server/platform/sessions.ts',
      tests: ['src/server/platform/sessions.test.ts'],
    },
  ],
  payments: [
    {
      file: 'src/server/money/payments/completion.ts',
      tests: ['src/server/money/payments/completion.test.ts'],
    },
    {
      file: 'src/server/money/refunds/refundable.ts',
      tests: ['src/server/money/refunds/refundable.test.ts'],
    },
  ],
  masking: [
    {
      file: 'src/server/platform/contacts/digit-runs.ts',
      tests: ['src/server/platform/contacts/digit-runs.test.ts'],
    },
  ],
  access: [
    {
      file: 'src/server/platform/guards.ts',
      tests: ['src/server/platform/sessions.test.ts'],
    },
  ],
  search: [
    {
      file: 'src/server/mentors/search/near.ts',
      tests: ['src/server/mentors/search/near.test.ts'],
    },
  ],
}
