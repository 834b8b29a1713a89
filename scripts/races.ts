import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/**
 * Runs the races and the money, timetable and lesson models with more rounds than `npm test`; nightly is often enough.
 */
const rounds = process.argv[2] ?? '1000'
const root = join(import.meta.dirname, '..')
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
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...files], {
  cwd: root,
  env: { TEST_SEED: String(randomInt(2 ** 31)), ...process.env, NODE_ENV: 'test', ROUNDS: rounds },
  stdio: ['ignore', 'inherit', 'inherit'],
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
