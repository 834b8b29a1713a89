import { randomInt } from 'node:crypto'
import { runVitest } from './run-vitest.ts'

/**
 * Runs the races and the money, timetable and lesson models with more rounds than `npm test`; nightly is often enough.
 */
const files = [
  'test/races.test.ts',
  'test/attendance-races.test.ts',
  'test/money-model.test.ts',
  'test/timetable-money.test.ts',
  'test/lesson-changes.test.ts',
  'test/lesson-races.test.ts',
  'test/confirm-races.test.ts',
  'test/replacement-races.test.ts',
  'test/free-time-races.test.ts',
]
process.exitCode = await runVitest(['--project', 'server', ...files], {
  TEST_SEED: process.env.TEST_SEED ?? String(randomInt(2 ** 31)),
  ROUNDS: process.argv[2] ?? '1000',
})
