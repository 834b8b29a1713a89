/** Where a wrong sign costs money, trust or somebody's time. The test beside each file has to see it. */
export const targets: Record<string, string[]> = {
  money: ['src/contract/classes/prices.ts', 'src/contract/wire/money.ts', 'src/server/classes/lessons/balance.ts'],
  ledger: ['src/server/ledger/ledger.ts'],
  time: [
    'src/contract/wire/time.ts',
    'src/server/classes/timetables/dates.ts',
    'src/server/classes/availability/free-times.ts',
    'src/server/classes/timetables/confirmation-reasons.ts',
  ],
  sessions: ['src/server/platform/sessions.ts'],
  payments: ['src/server/money/payments/completion.ts', 'src/server/money/refunds/refundable.ts'],
  masking: ['src/server/platform/contacts/digit-runs.ts'],
  access: ['src/server/platform/guards.ts'],
  search: ['src/server/mentors/search/near.ts'],
}
