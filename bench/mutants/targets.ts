/** Where a wrong sign costs money, trust or somebody's time, and the tests that have to see it. */
type Target = { file: string; tests: string[] }

export const targets: Record<string, Target[]> = {
  money: [
    { file: 'src/contract/classes/prices.ts', tests: ['src/contract/classes/prices.test.ts'] },
    { file: 'src/contract/wire/money.ts', tests: ['src/contract/wire/money.test.ts'] },
    {
      file: 'src/server/classes/lessons/balance.ts',
      tests: ['src/server/money/refunds/refunds.test.ts', 'src/server/money/refunds/cancellation.test.ts'],
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
      tests: ['src/server/classes/timetables/timetables.test.ts', 'src/server/classes/timetables/schedule.test.ts'],
    },
    {
      file: 'src/server/classes/availability/free-times.ts',
      tests: ['src/server/classes/availability/free-times.test.ts'],
    },
    {
      file: 'src/server/classes/timetables/confirmation-reasons.ts',
      tests: [
        'src/server/classes/timetables/confirmation-reasons.test.ts',
        'src/server/classes/timetables/family-confirmation.test.ts',
      ],
    },
  ],
  sessions: [
    {
      file: 'src/server/platform/sessions.ts',
      tests: ['src/server/people/accounts/accounts.test.ts', 'test/access-states.test.ts'],
    },
  ],
}
